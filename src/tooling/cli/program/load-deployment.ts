import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DeploymentFactory } from './cli-command.js';
import { CommandError } from './errors.js';

const MEMBER = '"resource-api": {"deployment": "..."}';

/**
 * Loads the function `deployment` of an application.
 *
 * @param given the path of `--deployment`; without it package.json sets the path
 * @throws CommandError
 */
export async function loadDeployment(
  given: string | undefined,
  folder: string,
): Promise<DeploymentFactory> {
  const file = given ?? configuredPath(folder) ?? 'dist/deployment.js';
  const path = resolve(folder, file);
  if (!existsSync(path))
    throw new CommandError(
      `The deployment ${file} does not exist. Build the application first, or set the path by --deployment or by the member ${MEMBER} of package.json.`,
    );
  const { deployment } = (await import(pathToFileURL(path).href)) as {
    readonly deployment?: DeploymentFactory;
  };
  if (typeof deployment !== 'function')
    throw new CommandError(`${file} does not export a function "deployment".`);
  return deployment;
}

interface Manifest {
  readonly 'resource-api'?: { readonly deployment?: unknown };
}

function configuredPath(folder: string): string | undefined {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  const deployment = (parse(path) as Manifest)['resource-api']?.deployment;
  if (deployment === undefined || typeof deployment === 'string') return deployment;
  throw new CommandError(`The member ${MEMBER} of package.json must be a path.`);
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new CommandError('package.json is not valid JSON.');
  }
}

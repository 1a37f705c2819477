import { writeFile } from 'node:fs/promises';
import { createApplication } from '../create-application.js';
import { describeStartFailure } from '../describe-start-failure.js';
import { ReferenceDocument } from '../modules/reference/reference-document.js';
import { RegistryModule } from '../modules/registry/registry.module.js';
import { readEnvironment } from '../options/read-environment.js';
import { DefinitionError } from '../registry/fault.js';
import type { Command, DeploymentFactory } from './command.js';

/**
 * The document is made from definitions alone, so any database will do: this one leaves nothing
 * behind. It is printed even if the service does not show it.
 */
const fixed = { DATABASE_URL: 'sqlite::memory:', REFERENCE: 'true' };

/**
 * `resource-api openapi [file]`: prints the OpenAPI document of the deployment, or writes it to a
 * file.
 */
export const run: Command['run'] = async ([file], load) => {
  try {
    const output = await describe(await load());
    if (file === undefined) process.stdout.write(output);
    else await writeFile(file, output);
  } catch (error) {
    console.error(describeStartFailure(error));
    process.exit(1);
  }
};

async function describe(deployment: DeploymentFactory): Promise<string> {
  const environment = readEnvironment({ LOG_LEVEL: 'warn', ...process.env, ...fixed });
  const application = await createApplication(deployment(environment));
  const { resources, report } = await application.get(RegistryModule).compile('ignored');
  if (!resources) throw new DefinitionError(report.faults);
  const document = await application.get(ReferenceDocument).describe(resources);
  await application.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}

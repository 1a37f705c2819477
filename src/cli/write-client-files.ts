import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { DocumentError } from '../client-generator/document-reader.js';
import { writeClient } from '../client-generator/write-client.js';
import { writeHooks } from '../client-generator/write-hooks.js';
import { loadFormat } from '../schematics/load-tools.js';
import type { CliCall } from './cli-command.js';
import { describeOpenApi } from './describe-openapi.js';
import { CommandError } from './errors.js';

/** Which files to write, and from what. */
export interface ClientFiles {
  readonly out: string;
  /** An address or a file; default: the deployment. */
  readonly from?: string;
  readonly hooks?: string;
}

/** The place of the document in a service. */
const DOCUMENT = '/docs/openapi.json';

/**
 * Writes the client, and its hooks, formatted as the application formats its files.
 *
 * @returns the paths of the files
 * @throws CommandError if the document cannot be read, or is not one of this package
 */
export async function writeClientFiles(call: CliCall<ClientFiles>): Promise<readonly string[]> {
  const { options, process } = call;
  const document = await readDocument(call);
  const files = [
    [options.out, () => writeClient(document)] as const,
    ...(options.hooks === undefined
      ? []
      : [
          [
            options.hooks,
            () => writeHooks(document, importPath(options.hooks!, options.out)),
          ] as const,
        ]),
  ];
  const format = await loadFormat(process.folder);
  for (const [path, write] of files) {
    const file = resolve(process.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await format(path, refusingDocument(write)));
  }
  return files.map(([path]) => path);
}

async function readDocument(call: CliCall<ClientFiles>): Promise<unknown> {
  const { from } = call.options;
  const { process, load } = call;
  const text =
    from === undefined
      ? await describeOpenApi({ process, load })
      : await readSource(from, process.folder);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CommandError(`${from ?? 'The document'} is not JSON.`);
  }
}

async function readSource(from: string, folder: string): Promise<string> {
  if (/^https?:\/\//.test(from)) return download(from);
  const file = resolve(folder, from);
  if (!existsSync(file)) throw new CommandError(`The file ${from} does not exist.`);
  return readFile(file, 'utf8');
}

/** An address without a file is that of a service. */
async function download(from: string): Promise<string> {
  const url = new URL(from);
  if (!url.pathname.endsWith('.json')) url.pathname = url.pathname.replace(/\/?$/, DOCUMENT);
  const response = await fetch(url).catch((error: unknown) => {
    const { cause, message } = error as { readonly cause?: Error; readonly message: string };
    throw new CommandError(`${url.href} cannot be reached: ${cause?.message ?? message}.`);
  });
  if (!response.ok)
    throw new CommandError(
      `${url.href} responded with ${response.status}. Does the service publish its document? Its option "reference" decides.`,
    );
  return response.text();
}

function refusingDocument(write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw error instanceof DocumentError ? new CommandError(error.message) : error;
  }
}

/** Returns how a file imports another: `./api.js`. */
function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to).split(sep).join('/').replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

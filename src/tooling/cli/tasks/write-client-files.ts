import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DocumentError } from '../../client-generator/document-reader.js';
import { writeClient } from '../../client-generator/write-client.js';
import { loadFormat } from '../../schematics/workspace/load-tools.js';
import type { CliCall } from '../program/cli-command.js';
import { CommandError } from '../program/errors.js';
import { describeOpenApi } from './describe-openapi.js';

/** Which file to write, and from what. */
export interface ClientFiles {
  readonly out: string;
  /** An address or a file; default: the deployment. */
  readonly from?: string;
}

/** The path of the document in a service. */
const DOCUMENT = '/docs/openapi.json';

/**
 * Writes the client, formatted as the application formats its files.
 *
 * @returns the path of the file
 * @throws CommandError if the document cannot be read, or is not one of this package
 */
export async function writeClientFiles(call: CliCall<ClientFiles>): Promise<string> {
  const { out } = call.options;
  const { folder } = call.process;
  const content = sourceOf(await readDocument(call));
  const format = await loadFormat(folder);
  const file = resolve(folder, out);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await format(out, content));
  return out;
}

async function readDocument(call: CliCall<ClientFiles>): Promise<unknown> {
  const { from } = call.options;
  const text =
    from === undefined ? await describeOpenApi(call) : await readSource(from, call.process.folder);
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

function sourceOf(document: unknown): string {
  try {
    return writeClient(document);
  } catch (error) {
    throw error instanceof DocumentError ? new CommandError(error.message) : error;
  }
}

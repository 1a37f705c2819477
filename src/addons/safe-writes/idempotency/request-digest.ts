import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { MultipartBody } from '../../../http/forms/read-multipart.js';

/** Returns the SHA-256 of strings, in hex. Their lengths keep them apart. */
export function digestOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex');
}

/** Returns the keyed SHA-256 of strings, from which nobody without the key can guess them. */
export const keyedDigestOf = (key: KeyObject, parts: readonly string[]): string =>
  createHmac('sha256', key).update(digestOf(parts)).digest('hex');

/** Returns the SHA-256 of the strings and files of a form, for any boundary, in hex. */
export async function digestOfForm({ fields, files }: MultipartBody): Promise<string> {
  const contents = [...files.values()].map(({ path }) => digestOfFile(path));
  return digestOf([...[...fields].flat(), ...files.keys(), ...(await Promise.all(contents))]);
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

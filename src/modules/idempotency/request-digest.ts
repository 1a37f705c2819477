import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { MultipartBody } from '../../http/multipart/read-multipart.js';

/** Returns the SHA-256 of strings, in hex. Their lengths keep them apart. */
export function digestOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex');
}

/** Returns the SHA-256 of the strings and files of a form, whatever its boundary, in hex. */
export async function digestOfForm({ fields, files }: MultipartBody): Promise<string> {
  const contents = [...files].map(async ([name, { path }]) => [name, await digestOfFile(path)]);
  const parts = [...fields, ...(await Promise.all(contents))];
  return digestOf(parts.flat() as string[]);
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

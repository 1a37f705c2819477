import { engines } from '../engines.js';
import type { Server } from './find-server.js';

/** A server that the service does not run on. */
export class UnservedDatabaseError extends Error {}

/**
 * Holds the server that answers against those that are served, before a statement fails on it.
 *
 * @throws UnservedDatabaseError that says what answered, and what is wanted
 */
export function verifyServer({ dialect, version }: Server): void {
  const wanted = engines[dialect].server;
  if (!wanted || !isOlder(version, wanted.oldest)) return;
  const { name, oldest } = wanted;
  throw new UnservedDatabaseError(
    `The database is ${name} ${version}. The service runs on ${name} ${oldest.join('.')} and newer.`,
  );
}

function isOlder(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part));
  const at = oldest.findIndex((number, place) => (parts[place] ?? 0) !== number);
  return at >= 0 && (parts[at] ?? 0) < oldest[at]!;
}

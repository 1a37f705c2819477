import { engines } from '../engines/engines.js';
import { UnservedDatabaseError } from '../failures/unserved-database-error.js';
import type { Server } from './find-server.js';

/**
 * Checks that the server is supported, before a statement fails on it.
 *
 * @throws UnservedDatabaseError with the version of the server, and the supported versions
 */
export function verifyServer({ dialect, version }: Server): void {
  const supported = engines[dialect].server;
  if (!supported || !isOlder(version, supported.oldest)) return;
  const { name, oldest } = supported;
  throw new UnservedDatabaseError(
    `The database is ${name} ${version}. The service requires ${name} ${oldest.join('.')} or newer.`,
  );
}

function isOlder(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part));
  const at = oldest.findIndex((number, place) => (parts[place] ?? 0) !== number);
  return at >= 0 && (parts[at] ?? 0) < oldest[at]!;
}

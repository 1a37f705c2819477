import type { DialectName } from './database.js';
import type { Server } from './find-server.js';

/** A server that the service does not run on. */
export class UnservedDatabaseError extends Error {}

interface Served {
  readonly name: string;
  /** The numbers of the oldest version. */
  readonly oldest: readonly number[];
}

const served: Readonly<Partial<Record<DialectName, Served>>> = {
  postgres: { name: 'PostgreSQL', oldest: [15] },
  // The first with the collations by which texts are folded.
  mariadb: { name: 'MariaDB', oldest: [10, 10] },
  // The first that takes the type of a bound value from what it is compared with; `json_value` came one before.
  mysql: { name: 'MySQL', oldest: [8, 0, 22] },
};

/**
 * Holds the server that answers against those that are served, before a statement fails on it.
 *
 * @throws UnservedDatabaseError that says what answered, and what is wanted
 */
export function verifyServer({ dialect, version }: Server): void {
  const wanted = served[dialect];
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

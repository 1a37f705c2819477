import type { DataSource } from 'typeorm';

const OLDEST_POSTGRES = 15;
/** The first with the collations by which texts are folded. */
const OLDEST_MARIADB = [10, 10];

/** A server that the service does not run on. */
export class UnservedDatabaseError extends Error {}

/**
 * Holds the server that answers against those that are served, before a statement fails on it.
 *
 * @throws UnservedDatabaseError that says what answered, and what is wanted
 */
export async function verifyServer(dataSource: DataSource): Promise<void> {
  const { type } = dataSource.options;
  if (type === 'better-sqlite3') return;
  const [row] = await dataSource.query<{ version: string }[]>(
    type === 'postgres' ? `select current_setting('server_version') as version` : 'select version() as version',
  );
  const fault = type === 'postgres' ? postgresFault(row!.version) : mariadbFault(row!.version);
  if (fault) throw new UnservedDatabaseError(fault);
}

/** @param version `15.4 (Debian 15.4-1)` */
export const postgresFault = (version: string): string | null =>
  Number.parseInt(version) < OLDEST_POSTGRES
    ? `The database is PostgreSQL ${version}. The service runs on PostgreSQL ${OLDEST_POSTGRES} and newer.`
    : null;

/** @param version `10.11.6-MariaDB-1`, or `8.0.36` of MySQL */
export function mariadbFault(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part));
  const [oldestMajor, oldestMinor] = OLDEST_MARIADB as [number, number];
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  const wanted = `The service runs on MariaDB ${OLDEST_MARIADB.join('.')} and newer.`;
  if (!/mariadb/i.test(version))
    return `The database is MySQL ${version}, whose collations have other names. ${wanted}`;
  return isOld ? `The database is MariaDB ${version}. ${wanted}` : null;
}

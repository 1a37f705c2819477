import type { DataSourceOptions } from 'typeorm';
import { engineOf, enginesOf } from '../engines.js';
import type { DialectName } from './database.js';

/** The server behind an address. */
export interface Server {
  readonly dialect: DialectName;
  /**
   * As it tells it: `15.4 (Debian 15.4-1)`, `10.11.6-MariaDB-1`, `8.0.36`. Empty for SQLite, which
   * comes along.
   */
  readonly version: string;
}

type DriverType = DataSourceOptions['type'];

/**
 * Finds out who answers: an address of MySQL may lead to MariaDB, and the other way round. One
 * small statement.
 *
 * @param asked a data source that is open, or a runner of one
 */
export async function findServer(
  type: DriverType,
  asked: { query(sql: string): Promise<unknown> },
): Promise<Server> {
  const candidates = enginesOf(type);
  const question = engineOf(type).server?.versionQuery;
  if (question === undefined) return { dialect: engineOf(type).dialect.name, version: '' };
  const [row] = (await asked.query(question)) as { readonly version: string }[];
  const { version } = row!;
  return {
    dialect: candidates.find(({ server }) => server!.isOne(version))!.dialect.name,
    version,
  };
}

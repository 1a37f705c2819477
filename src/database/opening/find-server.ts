import type { DataSourceOptions } from 'typeorm';
import { engineOf, enginesOf } from '../engines/engines.js';
import type { DialectName } from '../connection/database.js';

/** The server at an address. */
export interface Server {
  readonly dialect: DialectName;
  /**
   * As the server reports it: `15.4 (Debian 15.4-1)`, `10.11.6-MariaDB-1`, `8.0.36`. Empty for
   * SQLite, which has no server.
   */
  readonly version: string;
}

type DriverType = DataSourceOptions['type'];

/**
 * Finds out which server responds, with one small statement: an address of MySQL may lead to
 * MariaDB, and vice versa.
 *
 * @param source an open data source, or a query runner
 */
export async function findServer(
  type: DriverType,
  source: { query(sql: string): Promise<unknown> },
): Promise<Server> {
  const candidates = enginesOf(type);
  const versionQuery = engineOf(type).server?.versionQuery;
  if (versionQuery === undefined) return { dialect: engineOf(type).dialect.name, version: '' };
  const [row] = (await source.query(versionQuery)) as { readonly version: string }[];
  const { version } = row!;
  return {
    dialect: candidates.find(({ server }) => server!.isOne(version))!.dialect.name,
    version,
  };
}

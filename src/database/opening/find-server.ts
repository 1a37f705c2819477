import type { DataSourceOptions, QueryRunner } from 'typeorm';
import { engineOf, engines, enginesOf } from '../engines/engines.js';
import type { DialectName } from '../connection/database.js';
import type { Engine } from '../dialects/engine.js';

/** The server at an address. */
export interface Server {
  readonly dialect: DialectName;
  /**
   * As the server reports it: `15.4 (Debian 15.4-1)`, `10.11.6-MariaDB-1`, `8.0.36`, `25.2.0`. Empty
   * for SQLite, which has no server.
   */
  readonly version: string;
}

type DriverType = DataSourceOptions['type'];

/**
 * Finds out which server responds, with one small statement: an address of MySQL may lead to
 * MariaDB, and vice versa, and one of PostgreSQL to CockroachDB.
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
  for (const { dialect, server } of candidates) {
    const version = server!.versionIn(row!.version);
    if (version !== null) return { dialect: dialect.name, version };
  }
  throw new TypeError(`The server is of an unknown kind: ${row!.version}.`);
}

/** Returns the engine of the server that a query runner is connected to. */
export async function engineUnder(runner: QueryRunner): Promise<Engine> {
  const { dialect } = await findServer(runner.dataSource.options.type, runner);
  return engines[dialect];
}

import type { DataSourceOptions } from 'typeorm';
import type { ConnectionSettings } from '../../dialects/engine.js';
import { parseAddress } from '../../connection/parse-address.js';
import { entityTypes } from './postgres-types.js';
import { socketTimeoutFor } from '../../connection/socket-timeout.js';
import { watchConnection } from './watch-connection.js';

/**
 * Milliseconds that an idle connection is kept, as in mysql2: the first request after a pause need
 * not wait for a new one.
 */
const IDLE_TIME = 60_000;

/**
 * Returns the session settings of every connection. Without them, responses would depend on the
 * configuration of the server.
 */
function sessionOptions(statementTimeout: number): string {
  return [
    '-c timezone=UTC',
    '-c datestyle=ISO',
    '-c standard_conforming_strings=on',
    `-c statement_timeout=${statementTimeout}`,
    '-c default_transaction_isolation=read\\ committed',
  ].join(' ');
}

/**
 * Returns TypeORM's options for PostgreSQL. Parameters in the address (`?sslmode=require`) are
 * passed to the driver.
 */
export function postgresOptions({ url, poolSize, limits }: ConnectionSettings): DataSourceOptions {
  const address = parseAddress(url);
  const ownOptions = address.searchParams.get('options') ?? '';
  address.searchParams.delete('options');
  return {
    type: 'postgres',
    url: address.href,
    poolSize,
    connectTimeoutMS: limits.poolWait,
    installExtensions: false,
    extra: {
      options: `${ownOptions} ${sessionOptions(limits.statementTimeout)}`.trim(),
      types: entityTypes,
      // Statements of a transaction need not wait for each other's responses; pg refuses cursors
      // then.
      pipeline: true,
      keepAlive: true,
      idleTimeoutMillis: IDLE_TIME,
      onConnect: watchConnection(socketTimeoutFor(limits.statementTimeout)),
    },
  };
}

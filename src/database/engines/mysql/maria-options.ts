import type { PoolOptions } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';
import type { ConnectionSettings } from '../../dialects/engine.js';
import { socketTimeoutFor } from '../../connection/socket-timeout.js';
import { openPool } from './maria-pool.js';
import { MAX_STATEMENTS } from './maria-statements.js';
import { parseAddress } from '../../connection/parse-address.js';

/**
 * Returns TypeORM's options for MariaDB and MySQL. `?ssl=true` in the address enables TLS.
 *
 * @throws TypeError when the address has any other parameter
 */
export function mariaOptions({ url, poolSize, limits }: ConnectionSettings): DataSourceOptions {
  const address = parseAddress(url);
  const sessionSettings = sessionSql(limits.statementTimeout);
  return {
    type: address.protocol === 'mysql:' ? 'mysql' : 'mariadb',
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: address.port === '' ? 3306 : Number(address.port),
    username: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password),
    database: decodeURIComponent(address.pathname.slice(1)),
    ...(wantsTls(address) ? { ssl: {} } : {}),
    poolSize,
    connectTimeout: limits.poolWait,
    // For the statements that TypeORM sends; 0 disables the timeout.
    enableQueryTimeout: true,
    maxQueryExecutionTime: socketTimeoutFor(limits.statementTimeout),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: ['DATE'],
    extra: { jsonStrings: true, maxPreparedStatements: MAX_STATEMENTS },
    driver: { createPool: (options: PoolOptions) => openPool(options, sessionSettings) },
  };
}

/**
 * Returns one statement for both servers: `M!` is read by MariaDB only, `!80000` by MySQL only. The
 * timeout is in seconds on MariaDB. On MySQL it is in milliseconds and only for reads; writes can
 * only be limited in their wait for locks.
 */
function sessionSql(statementTimeout: number): string {
  const lockWait = lockWaitOf(statementTimeout);
  return [
    `set time_zone = '+00:00'`,
    // TypeORM, and statements without preparation, escape values with backslashes.
    `, sql_mode = concat(replace(@@sql_mode, 'NO_BACKSLASH_ESCAPES', ''), ',STRICT_ALL_TABLES')`,
    `/*M! , max_statement_time = ${statementTimeout / 1000}, tx_isolation = 'READ-COMMITTED' */`,
    `/*!80000 , max_execution_time = ${statementTimeout}, transaction_isolation = 'READ-COMMITTED'`,
    `, lock_wait_timeout = ${lockWait}, innodb_lock_wait_timeout = ${lockWait} */`,
  ].join(' ');
}

/** Whole seconds, minus one, since the server checks for expired waits once per second. */
const lockWaitOf = (statementTimeout: number): number | 'default' =>
  statementTimeout === 0 ? 'default' : Math.max(1, Math.floor(statementTimeout / 1000) - 1);

function wantsTls(address: URL): boolean {
  for (const [name, value] of address.searchParams) {
    if (name !== 'ssl' || value !== 'true')
      throw new TypeError(
        `DATABASE_URL must not have the parameter "${name}"; only ssl=true is allowed.`,
      );
  }
  return address.searchParams.has('ssl');
}

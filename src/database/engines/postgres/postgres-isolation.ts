import type { DataSource } from 'typeorm';
import type { Statement } from '../../connection/database.js';
import { UnservedDatabaseError } from '../../failures/unserved-database-error.js';
import type { PostgresFlavour } from './postgres-flavours.js';

/** The statement that begins a transaction. */
export interface Beginning extends Statement {
  /** Whether it asks for the level at which a statement outside of transactions runs, too. */
  readonly isDefault: boolean;
}

/** Connections default to `read committed`. */
export const beginningOf = ({ isolation }: PostgresFlavour): Beginning =>
  isolation === 'read committed'
    ? { sql: 'START TRANSACTION', isDefault: true }
    : { sql: `START TRANSACTION ISOLATION LEVEL ${isolation.toUpperCase()}`, isDefault: false };

/** @throws UnservedDatabaseError when the server runs transactions at another level */
export async function verifyIsolation(
  dataSource: DataSource,
  { product, isolation, effectiveIsolation }: PostgresFlavour,
): Promise<void> {
  if (effectiveIsolation === null) return;
  const [row] = await dataSource.query<Record<string, string | null>[]>(effectiveIsolation);
  const [level] = Object.values(row ?? {});
  // Versions that do not report it are not refused.
  if (level == null || level.toLowerCase() === isolation) return;
  throw new UnservedDatabaseError(
    `The database is ${product} and runs transactions as ${level}. The service requires ${isolation}: set the flag yb_enable_read_committed_isolation of the tablet servers to true.`,
  );
}

import { QueryFailedError, TypeORMError } from 'typeorm';
import { isError } from '../../errors/index.js';
import { maskCredentials } from '../../options/checks.js';

/** A database that the service cannot start on: not there, no database, or refusing the account. */
export class UnopenedDatabaseError extends Error {}

/**
 * Opens what lies at the address.
 *
 * @throws UnopenedDatabaseError that says why, where the database is the reason; TypeORM's errors,
 * which are of entities
 */
export async function opened(url: string, open: () => Promise<unknown>): Promise<void> {
  try {
    await open();
  } catch (cause) {
    if (cause instanceof TypeORMError) throw cause;
    throw new UnopenedDatabaseError(`${nameOf(url)} cannot be opened: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}

/**
 * Brings the schema of what lies at the address up to date.
 *
 * @throws UnopenedDatabaseError with the statement that the database refused; what a migration
 * throws by itself
 */
export async function migrated(url: string, migrate: () => Promise<unknown>): Promise<void> {
  try {
    await migrate();
  } catch (cause) {
    if (!(cause instanceof QueryFailedError)) throw cause;
    const message = `${nameOf(url)} cannot be migrated: ${reasonOf(cause.driverError)}.\nThe statement: ${cause.query}`;
    throw new UnopenedDatabaseError(message, { cause });
  }
}

const nameOf = (url: string) => `The database ${maskCredentials(url)}`;

/** A name that has two addresses fails by each of them. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return (isError(cause) ? cause.message : String(cause)).replace(/\.$/, '');
}

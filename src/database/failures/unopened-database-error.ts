import { QueryFailedError, TypeORMError } from 'typeorm';
import { isError } from '../../base/errors/index.js';
import { maskCredentials } from '../../options/checks.js';

/**
 * Reports a database that the service cannot start with: it cannot be reached, is not a database,
 * or refuses the account.
 */
export class UnopenedDatabaseError extends Error {}

/**
 * Opens the database at the address.
 *
 * @throws UnopenedDatabaseError with the reason, if the database fails; TypeORM's errors, which
 * concern entities
 */
export async function opened(url: string, open: () => Promise<unknown>): Promise<void> {
  try {
    await open();
  } catch (cause) {
    if (cause instanceof TypeORMError) throw cause;
    throw new UnopenedDatabaseError(`${maskedName(url)} cannot be opened: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}

/**
 * Migrates the database at the address.
 *
 * @throws UnopenedDatabaseError with the statement that the database rejected; other errors of a
 * migration
 */
export async function migrated(url: string, migrate: () => Promise<unknown>): Promise<void> {
  try {
    await migrate();
  } catch (cause) {
    if (!(cause instanceof QueryFailedError)) throw cause;
    const message = `${maskedName(url)} cannot be migrated: ${reasonOf(cause.driverError)}.\nThe statement: ${cause.query}`;
    throw new UnopenedDatabaseError(message, { cause });
  }
}

const maskedName = (url: string) => `The database ${maskCredentials(url)}`;

/** A host name with two addresses has an error for each of them. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return (isError(cause) ? cause.message : String(cause)).replace(/\.$/, '');
}

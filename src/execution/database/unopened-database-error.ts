import { TypeORMError } from 'typeorm';
import { maskCredentials } from '../../options/checks.js';

/** A database that is not there, refuses the account, or is none. */
export class UnopenedDatabaseError extends Error {
  constructor(url: string, cause: unknown) {
    super(`The database ${maskCredentials(url)} cannot be opened: ${reasonOf(cause)}.`, { cause });
  }
}

/**
 * Opens what lies at the address.
 *
 * @throws UnopenedDatabaseError that says why, where the database is the reason; TypeORM's errors, which are of entities
 */
export async function opened(url: string, open: () => Promise<unknown>): Promise<void> {
  try {
    await open();
  } catch (error) {
    throw error instanceof TypeORMError ? error : new UnopenedDatabaseError(url, error);
  }
}

/** A name that has two addresses fails by each of them. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}

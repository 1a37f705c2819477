/** What PostgreSQL reports for each statement after one that has failed. */
const ABORTED = '25P02';

/** An error of pg, or one of TypeORM around it. */
interface Failure extends Error {
  readonly code?: unknown;
  readonly driverError?: { readonly code?: unknown };
}

/**
 * Remembers why a transaction cannot go on. Code that catches the error of a statement and goes on
 * would otherwise get an error that explains nothing, or a commit that writes nothing.
 */
export class TransactionFailure {
  private failure: Error | null = null;

  /** Nothing succeeds after a failure, except going back to a savepoint. */
  noteSuccess(): void {
    this.failure = null;
  }

  /** Returns the error for a statement that has failed. */
  causeOf(error: unknown): Error {
    const failure = error as Failure;
    if ((failure.driverError ?? failure).code !== ABORTED) this.failure = failure;
    return this.failure ?? failure;
  }

  /** @throws the failure, unless the transaction can go on */
  verifyNone(): void {
    if (this.failure) throw this.failure;
  }
}

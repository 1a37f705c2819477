/** The transaction of a password check. Nothing else can be written until it ends. */
export interface OpenTransaction {
  query(text: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  afterCommit(work: () => Promise<void>): void;
  afterRollback(work: () => Promise<void>): void;
}

/**
 * Checks the password of a user. The rule `current_password` uses it; the authentication implements
 * it.
 */
export abstract class PasswordCheck {
  /**
   * @param transaction the transaction of the write; `null` outside a transaction
   * @throws RequestError `too_many_requests` after too many wrong passwords
   */
  abstract isCurrent(
    user: unknown,
    password: string,
    transaction: OpenTransaction | null,
  ): Promise<boolean>;
}

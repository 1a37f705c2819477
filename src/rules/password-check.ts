/**
 * The transaction in which a password is asked about: nothing else can be written until it is over.
 */
export interface OpenTransaction {
  query(text: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  afterCommit(work: () => Promise<void>): void;
  afterRollback(work: () => Promise<void>): void;
}

/**
 * Whether a text is the password of a user: asked by the rule `current_password`, answered by
 * authentication.
 */
export abstract class PasswordCheck {
  /**
   * @param transaction that of the write which asks; `null` where none is under way
   * @throws RequestError `too_many_requests` after too many wrong ones
   */
  abstract isCurrent(
    user: unknown,
    text: string,
    transaction: OpenTransaction | null,
  ): Promise<boolean>;
}

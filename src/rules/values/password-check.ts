/**
 * Checks the password of a user. The rule `current_password` uses it; the authentication implements
 * it.
 */
export abstract class PasswordCheck {
  /**
   * @param isInTransaction whether a transaction is open, which may have to be run again
   * @throws RequestError `too_many_requests` after too many wrong passwords
   */
  abstract isCurrent(user: unknown, password: string, isInTransaction: boolean): Promise<boolean>;
}

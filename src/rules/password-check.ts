/** Whether a text is the password of a user: asked by the rule `current_password`, answered by authentication. */
export abstract class PasswordCheck {
  abstract isCurrent(user: unknown, text: string): Promise<boolean>;
}

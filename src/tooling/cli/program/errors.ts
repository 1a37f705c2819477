/** A command line that cannot be run as it is. The process ends with 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A failure whose message explains it, so that it is printed without a stack. */
export class CommandError extends Error {
  /** @param data what `--json` prints in place of the message */
  constructor(
    message: string,
    readonly data: object = { message },
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

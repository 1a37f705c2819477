/** Something that cannot be made; the message explains why. Nothing has been written. */
export class MakeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MakeError';
  }
}

/** A name that is not allowed, or that is missing. */
export class NameError extends MakeError {}

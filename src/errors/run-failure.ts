import { isError } from './is-error.js';

/** How far an action had come. @contract C6.8 */
export interface RunDone {
  readonly chunks: number;
  readonly records: number;
}

/**
 * What an action failed of, and how many records were done by then; the caller reads both.
 * @contract C6.8
 */
export class RunFailure extends Error {
  /** @param cause what was thrown */
  constructor(
    cause: unknown,
    readonly done: RunDone,
  ) {
    super(isError(cause) ? cause.message : String(cause), { cause });
    this.name = 'RunFailure';
  }
}

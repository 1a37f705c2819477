import { isError } from './is-error.js';

/** The progress of an action. @contract C6.8 */
export interface RunDone {
  readonly chunks: number;
  readonly records: number;
  /** How many records there were when the run began, if that was asked for. */
  readonly total?: number;
}

/**
 * The cause of an action's failure, and the number of records done before; the caller receives
 * both.
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

import { ReturnedResult } from '../../serialization/results.js';
import type { ActionContext } from './action-call.js';

/** A run that was accepted, and that goes on after the response. @contract C14.1 */
export class AcceptedRun extends ReturnedResult {
  /**
   * @param location the path of the run
   * @param json the run, as its path returns it
   */
  constructor(
    readonly location: string,
    json: string,
  ) {
    super(json);
  }
}

/**
 * Runs actions after the response to their request. The core injects it if there is one; without it,
 * every action runs in its request.
 *
 * @contract C14
 */
export abstract class BackgroundRuns {
  /**
   * Stores the run with the transaction of the caller, if there is one.
   *
   * @param context of an action at the path of a collection, whose payload was validated as far as
   * it is before anything is read
   */
  abstract accept(context: ActionContext, call: StoredCall): Promise<AcceptedRun>;

  /**
   * Reads from the database for how many seconds the run that has waited longest for a process has
   * waited; 0 if every run has one.
   */
  abstract longestWait(): Promise<number>;
}

/** What a request has sent. It runs the same action again from {@link RunAction.resume}. */
export interface StoredCall {
  /** The query string, without `?`. */
  readonly queryString: string;
  /** The JSON body, in which current passwords are masked; `undefined` without a body. */
  readonly body: unknown;
}

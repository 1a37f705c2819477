import type { ActionPayload } from './action-payload.js';
import { isRefusal } from '../action-log/failures.js';

/**
 * Records whether an action's handler has begun: before that, an error can be a refusal; after
 * that, it is a failure.
 */
export class Attempt {
  private hasBegun = false;

  readonly begin = (): void => {
    this.hasBegun = true;
  };

  /** The handler can also refuse by validating its payload. */
  isRefusedBy(error: unknown, payload: ActionPayload): boolean {
    return payload.refuses(error) || (!this.hasBegun && isRefusal(error));
  }
}

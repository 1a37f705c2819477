import type { ActionPayload } from './action-payload.js';
import { isRefusal } from '../action-log/failures.js';

/**
 * How far an action has come: until its handler runs it can only be refused, and from then on it
 * can only fail.
 */
export class Attempt {
  private hasBegun = false;

  readonly begin = (): void => {
    this.hasBegun = true;
  };

  /** The handler may refuse by its payload, too. */
  isRefusedBy(error: unknown, payload: ActionPayload): boolean {
    return payload.refuses(error) || (!this.hasBegun && isRefusal(error));
  }
}

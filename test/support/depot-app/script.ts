import { Injectable } from '@nestjs/common';
import type { Hooks } from '../../../src/index.js';
import type { Piece } from './entities.js';

/**
 * What a test makes the depot do while it writes: its hooks, and the decision of its policy on a
 * change.
 */
@Injectable()
export class Script {
  hooks: Hooks<Piece> = {};
  /** If absent, keepers change their own pieces. */
  mayUpdate: ((piece: Piece) => boolean | Promise<boolean>) | null = null;
  /** Whether the keepers are accessible at all. */
  mayMeetKeepers = true;
  /** Whether keepers may change themselves. */
  mayChangeKeepers = false;

  reset(): void {
    this.hooks = {};
    this.mayUpdate = null;
    this.mayMeetKeepers = true;
    this.mayChangeKeepers = false;
  }
}

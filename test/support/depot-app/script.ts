import { Injectable } from '@nestjs/common';
import type { Hooks } from '../../../src/index.js';
import type { Piece } from './entities.js';

/** What a test has the depot do while it writes: its hooks, and its policy's word on a change. */
@Injectable()
export class Script {
  hooks: Hooks<Piece> = {};
  /** Left out: keepers change what is theirs. */
  mayUpdate: ((piece: Piece) => boolean | Promise<boolean>) | null = null;
  /** May anybody come to the keepers at all? */
  mayMeetKeepers = true;

  reset(): void {
    this.hooks = {};
    this.mayUpdate = null;
    this.mayMeetKeepers = true;
  }
}

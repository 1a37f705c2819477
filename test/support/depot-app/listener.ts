import { Injectable } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import type { ResourceEvent } from '../../../src/index.js';
import type { Piece } from './entities.js';

/** Receives events of pieces, as a team's own service would. */
@Injectable()
export class Listener {
  readonly received: ResourceEvent[] = [];
  /** Receives every event; may fail. */
  react: (event: ResourceEvent) => void | Promise<void> = () => undefined;

  @OnEvent('pieces.*')
  async receive(event: ResourceEvent<Piece>): Promise<void> {
    this.received.push(event);
    await this.react(event);
  }

  reset(): void {
    this.received.length = 0;
    this.react = () => undefined;
  }
}

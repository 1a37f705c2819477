import { Injectable } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import type { ResourceEvent } from '../../../src/index.js';
import type { Piece } from './entities.js';

/** Receives events of pieces, as a team's own service would. */
@Injectable()
export class Listener {
  readonly heard: ResourceEvent[] = [];
  /** Receives every event; may fail. */
  react: (event: ResourceEvent) => void | Promise<void> = () => undefined;

  @OnEvent('pieces.*')
  async hear(event: ResourceEvent<Piece>): Promise<void> {
    this.heard.push(event);
    await this.react(event);
  }

  reset(): void {
    this.heard.length = 0;
    this.react = () => undefined;
  }
}

import { Inject, Injectable, Optional } from '@nestjs/common';
import { SharedQueue } from '../../base/shared-queue.js';

/** Tells processes that a run waits: by the queue that they share, or only this one. */
@Injectable()
export class RunAnnouncements {
  private listener: () => void = () => undefined;

  constructor(@Optional() @Inject(SharedQueue) readonly queue?: SharedQueue | null) {}

  /** @param listener is called for runs that the queue has not taken */
  listen(listener: () => void): void {
    this.listener = listener;
  }

  /** @param id of a run that is committed */
  async announce(id: string): Promise<void> {
    if (!(await this.queue?.add(id))) this.listener();
  }
}

import { Inject, Injectable, Optional } from '@nestjs/common';
import { SharedQueue } from '../../base/shared-queue.js';

/** Announces runs that wait, by the queue that processes share, or to this process only. */
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

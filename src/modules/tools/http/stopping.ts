import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** The end of the service, for what would hold it up for as long as clients stay. */
@Injectable()
export class Stopping implements OnModuleDestroy {
  private readonly controller = new AbortController();

  /** Aborted when the service stops. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onModuleDestroy(): void {
    this.controller.abort();
  }
}

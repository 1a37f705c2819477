import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Tells runs that the service stops: they end with their chunk, so that it stops in time. */
@Injectable()
export class RunStop implements OnModuleDestroy {
  private stopping = false;

  get isStopping(): boolean {
    return this.stopping;
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }
}

import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Records that the service is shutting down: runs then stop after their current chunk. */
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

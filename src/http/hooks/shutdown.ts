import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Whether the service is about to stop. Requests and long runs in progress read it. */
@Injectable()
export class Shutdown implements OnModuleDestroy {
  private draining = false;
  private stopping = false;

  /** Whether the service still accepts requests, but will stop soon. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** Whether the service rejects new requests. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Reports "not ready", and asks clients to close their connections after the next response. */
  drain(): void {
    this.draining = true;
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }
}

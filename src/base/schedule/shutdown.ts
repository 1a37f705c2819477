/** Whether the service is about to stop. Readiness, responses and long runs read it. */
export class Shutdown {
  private draining = false;
  private stopping = false;

  /** Whether the service still accepts requests, but will stop soon. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** Whether the service rejects new requests, and long runs end. */
  get isStopping(): boolean {
    return this.stopping;
  }

  drain(): void {
    this.draining = true;
  }

  stop(): void {
    this.stopping = true;
  }
}

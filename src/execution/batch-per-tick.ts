/**
 * Gathers requests during one turn of the event loop, and hands them over together when it ends.
 * Not `dataloader`: its cache by key would have to be switched off, and counts have no key.
 */
export class BatchPerTick<Asked> {
  private batch: Asked[] = [];

  constructor(private readonly flush: (asked: readonly Asked[]) => void) {}

  add(asked: Asked): void {
    if (this.batch.push(asked) > 1) return;
    setImmediate(() => {
      const all = this.batch;
      this.batch = [];
      this.flush(all);
    });
  }
}

/**
 * Collects items during one turn of the event loop, and passes them on together when it ends. Not
 * `dataloader`: its cache by key would have to be disabled, and counts have no key.
 */
export class BatchPerTick<Item> {
  private batch: Item[] = [];

  constructor(private readonly flush: (items: readonly Item[]) => void) {}

  add(item: Item): void {
    if (this.batch.push(item) > 1) return;
    setImmediate(() => {
      const all = this.batch;
      this.batch = [];
      this.flush(all);
    });
  }
}

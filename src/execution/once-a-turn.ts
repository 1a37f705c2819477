/**
 * Gathers requests during one turn of the event loop, and hands them over together when it ends.
 * Not `dataloader`: its cache by key would have to be switched off, and counts have no key.
 */
export class OnceATurn<Asked> {
  private gathered: Asked[] = [];

  constructor(private readonly handOver: (asked: readonly Asked[]) => void) {}

  add(asked: Asked): void {
    if (this.gathered.push(asked) > 1) return;
    setImmediate(() => {
      const all = this.gathered;
      this.gathered = [];
      this.handOver(all);
    });
  }
}

/** Gathers what is asked for in one turn of the event loop, and hands it over together when the turn ends. */
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

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/**
 * A value for the code that a piece of work calls, also asynchronously. While no such work runs, it
 * costs nothing: up to Node.js 22, an enabled `AsyncLocalStorage` slows down every promise of the
 * process.
 */
export class AsyncScope<Value> {
  private readonly storage = new AsyncLocalStorage<Value>();
  private running = 0;

  run<Result>(value: Value, work: () => Promise<Result>): Promise<Result> {
    return this.hold(() => this.storage.run(value, work));
  }

  /** Runs work during which values are kept for code that still runs after its own work has ended. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (this.running === 0) this.storage.disable();
    }
  }

  /**
   * Returns a callback that has the value of the calling code, also where a driver calls it on behalf
   * of other code.
   */
  bind<Arguments extends readonly unknown[]>(
    callback: (...values: Arguments) => void,
  ): (...values: Arguments) => void {
    return this.running === 0 ? callback : AsyncResource.bind(callback);
  }

  get value(): Value | undefined {
    return this.running === 0 ? undefined : this.storage.getStore();
  }
}

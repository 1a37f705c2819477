/**
 * A queue that all replicas of the service share, such as one in Redis. Nothing depends on it: it may
 * be away, slow or empty at any time, so what it carries is also found in the database.
 *
 * The core and its addons inject it if there is one.
 */
export abstract class SharedQueue {
  /** Whether the process can use the queue, as far as it has noticed. */
  abstract readonly isAvailable: boolean;

  /**
   * Offers work to the processes that receive it. One of them gets it.
   *
   * @param id of the work; while it waits, it is offered once
   * @returns whether the queue has taken it, after a bounded time
   */
  abstract add(id: string): Promise<boolean>;

  /**
   * Calls `work` for each id that this process gets. If a process dies, another one gets what it was
   * working on, so the same id may come again. `work` reports its own errors, and never rejects.
   *
   * @param concurrency how many ids at once
   */
  abstract receive(concurrency: number, work: (id: string) => Promise<void>): void;

  /** Takes no more work, and resolves when that in progress has ended. */
  abstract close(): Promise<void>;
}

import { randomUUID } from 'node:crypto';
import { AsyncScope } from '../../base/async-scope.js';
import type { Connection, Transaction } from '../../database/connection/database.js';
import { MarkedTransaction } from './marked-transaction.js';
import { ReplicaSource } from './replica-source.js';

/** The caller of a request. */
interface Caller {
  /** The user's key as a string. */
  readonly key: string;
  /** When this process saw first what the caller has written last. */
  readonly since: number;
}

/** A request that may write. */
interface Writer {
  readonly key: string;
  hasWritten: boolean;
}

/** What a caller has written last, and when this process saw it first. */
interface SeenMark {
  readonly mark: string;
  readonly at: number;
}

type Work<Result> = (transaction: Transaction) => Promise<Result>;

/** The most callers whose marks a process remembers. One that it has forgotten counts as new. */
const MAX_CALLERS = 10_000;

/**
 * Knows which replicas are not behind a caller's last write, for any number of processes.
 *
 * Every transaction that writes for a caller stores a new mark in the caller's row of
 * `last_writes`. The statement that finds the token of a later request, in any process, reads the
 * mark on the primary. A mark that this process has seen before an instant is on every replica that
 * has all that was committed until that instant.
 */
export class LastWrites {
  private readonly writers = new AsyncScope<Writer>();
  private readonly marks = new Map<string, SeenMark>();
  /** Marks that were read with the user, for {@link settle}. */
  private readonly read = new WeakMap<object, string | null>();
  private readonly callers = new WeakMap<object, Caller>();

  /**
   * @param table the name of the table of marks
   * @param storeMark SQL that stores the mark (second value) of a caller (first value)
   */
  constructor(
    private readonly primary: Connection,
    private readonly table: string,
    private readonly storeMark: string,
  ) {}

  /** Returns the SQL of the mark of a caller. @param key SQL of the user's key as a string */
  markOf(key: string): string {
    return `(select w.mark from ${this.table} w where w.caller = ${key})`;
  }

  /** Notes the mark that was read together with a user. */
  note(user: object, mark: unknown): void {
    this.read.set(user, mark === null ? null : String(mark));
  }

  /** Finds out what the caller of a request has written, once per request. */
  async settle(user: object, key: string): Promise<void> {
    const noted = this.read.get(user);
    this.read.delete(user);
    const mark = noted === undefined ? await this.find(key) : noted;
    this.callers.set(user, { key, since: this.instantOf(key, mark) });
  }

  /** Runs a request that may write, of a user who is settled. */
  during<Result>(user: object, work: () => Promise<Result>): Promise<Result> {
    const caller = this.callers.get(user);
    return caller ? this.writers.run({ key: caller.key, hasWritten: false }, work) : work();
  }

  /** Whether a request that may write is running. */
  get isWriting(): boolean {
    return this.writers.value !== undefined;
  }

  /** Returns the work of a transaction, which stores a mark if it writes for a caller. */
  marking<Result>(work: Work<Result>): Work<Result> {
    const writer = this.writers.value;
    if (!writer) return work;
    return async (transaction) => {
      const marked = new MarkedTransaction(transaction, () => this.newMark(writer));
      const result = await work(marked);
      marked.mark();
      return result;
    };
  }

  /**
   * Returns where a request of the user may read; `undefined` for the primary only: for anybody
   * else than the caller of a request, and after the request itself has written.
   */
  sourceFor(user: unknown): ReplicaSource | undefined {
    const caller = this.callers.get(user as object);
    if (!caller || this.writers.value?.hasWritten) return undefined;
    return new ReplicaSource(caller.since);
  }

  private newMark(writer: Writer) {
    writer.hasWritten = true;
    return { sql: this.storeMark, values: [writer.key, randomUUID()] };
  }

  private async find(key: string): Promise<string | null> {
    const [row] = await this.primary.query(`select mark from ${this.table} where caller = ?`, [
      key,
    ]);
    return row === undefined ? null : String(row[0]);
  }

  /** The oldest are forgotten first. */
  private instantOf(key: string, mark: string | null): number {
    if (mark === null) return -Infinity;
    const known = this.marks.get(key);
    const seen = known?.mark === mark ? known : { mark, at: performance.now() };
    this.marks.delete(key);
    this.marks.set(key, seen);
    if (this.marks.size > MAX_CALLERS) this.marks.delete(this.marks.keys().next().value!);
    return seen.at;
  }
}

import { randomUUID } from 'node:crypto';
import { AsyncScope } from '../database/async-scope.js';
import type { DatabaseAdapter } from '../database/database.js';
import { ReadSource } from './read-source.js';
import type { ReplicationForm } from './replication-form.js';

/** Whose request it is. */
export interface Caller {
  readonly user: object;
  /** The user's key as a string. */
  readonly key: string;
}

interface Writer extends Caller {
  hasWritten: boolean;
}

/** What a caller has written last, and when this process saw it first. */
interface SeenMark {
  readonly mark: string;
  readonly at: number;
}

/** The most callers whose marks a process remembers. One that it has forgotten counts as new. */
const MAX_CALLERS = 10_000;

const FIND = 'select mark from last_writes where caller = ?';

/** Statements of a transaction that write nothing. */
const READS = /^[\s(]*(?:select|show|explain|set|start|begin|commit|rollback|savepoint|release)\b/i;

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
  private readonly since = new WeakMap<object, number>();

  constructor(
    private readonly primary: DatabaseAdapter,
    form: ReplicationForm,
  ) {
    primary.watch({
      concerns: (sql) => this.writers.value !== undefined && !READS.test(sql),
      beforeCommit: (transaction) => {
        const writer = this.writers.value;
        if (!writer) return;
        writer.hasWritten = true;
        transaction.later([{ sql: form.storeMark, values: [writer.key, randomUUID()] }]);
      },
    });
  }

  /** Returns the SQL of the mark of a caller. @param key SQL of the user's key as a string */
  markSql(key: string): string {
    return `(select w.mark from last_writes w where w.caller = ${key})`;
  }

  /** Notes the mark that was read together with a user. */
  note(user: object, mark: unknown): void {
    this.read.set(user, mark === null ? null : String(mark));
  }

  /** Finds out what the caller of a request has written, once per request. */
  async settle(caller: Caller): Promise<void> {
    const noted = this.read.get(caller.user);
    this.read.delete(caller.user);
    const mark = noted === undefined ? await this.find(caller.key) : noted;
    this.since.set(caller.user, this.instantOf(caller.key, mark));
  }

  /** Runs a request that may write. */
  during<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    return this.writers.run({ ...caller, hasWritten: false }, work);
  }

  /**
   * Returns where a request of the user may read; `null` for the primary only: for anybody else
   * than the caller of a request, and after the request itself has written.
   */
  sourceFor(user: unknown): ReadSource | null {
    const since = this.since.get(user as object);
    if (since === undefined || this.writers.value?.hasWritten) return null;
    return new ReadSource(since);
  }

  private async find(key: string): Promise<string | null> {
    const [row] = await this.primary.query(FIND, [key]);
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

import type { Connection, ServerState } from '../../database/connection/database.js';
import { PrimaryHistory } from './primary-history.js';
import type { Replica } from './replica.js';
import type { ReplicaSource } from './replica-source.js';
import type { ReplicationForm } from './replication-form.js';

/** Milliseconds between two checks. */
const INTERVAL = 250;

/** The replicas of a database, and what each of them has applied. */
export class Replicas {
  private readonly history: PrimaryHistory;
  private readonly timer: NodeJS.Timeout;
  private isAsking = false;
  private next = 0;

  /** @param maxLag milliseconds that a replica in use may be behind the primary */
  constructor(
    private readonly primary: Connection,
    private readonly replicas: readonly Replica[],
    private readonly form: ReplicationForm,
    private readonly maxLag: number,
  ) {
    this.history = new PrimaryHistory(form, maxLag);
    this.timer = setInterval(() => void this.check(), INTERVAL).unref();
  }

  get states(): readonly ServerState[] {
    return this.replicas.map((replica) => ({
      name: replica.name,
      isUsed: this.isUsable(replica, -Infinity),
      lag: Number.isFinite(replica.freshAt) ? (performance.now() - replica.freshAt) / 1000 : null,
      reads: replica.reads,
    }));
  }

  /** Compares every replica with the primary. A server that does not respond delays no other. */
  async check(): Promise<void> {
    await this.askPrimary();
    await Promise.all(this.replicas.map((replica) => replica.check(this.history, this.maxLag)));
  }

  /** Returns the replica that a request reads from; `null` for the primary. */
  find(source: ReplicaSource): Replica | null {
    source.replica =
      source.replica === undefined
        ? this.choose(source.since)
        : source.replica && this.isUsable(source.replica, source.since)
          ? source.replica
          : null;
    return source.replica;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  /** Without a response, the lag of every replica grows, until none is used. */
  private async askPrimary(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const at = performance.now();
      const [row] = await this.primary.query(this.form.primary);
      this.history.add(at, row);
    } catch {
      // Requests report that the primary is away.
    } finally {
      this.isAsking = false;
    }
  }

  /** The one with the fewest statements; equal ones take turns. */
  private choose(since: number): Replica | null {
    const usable = this.replicas.filter((replica) => this.isUsable(replica, since));
    if (usable.length === 0) return null;
    this.next = (this.next + 1) % usable.length;
    const inTurn = [...usable.slice(this.next), ...usable.slice(0, this.next)];
    return inTurn.reduce((best, replica) => (replica.running < best.running ? replica : best));
  }

  private isUsable({ freshAt }: Replica, since: number): boolean {
    return freshAt > since && performance.now() - freshAt <= this.maxLag;
  }
}

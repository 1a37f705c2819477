import type { Row } from '../../database/connection/database.js';
import type { ReplicationForm } from './replication-form.js';

/** Where the primary was at an instant of `performance.now()`. */
interface Sample {
  readonly at: number;
  readonly history: string;
  readonly position: string;
}

/**
 * The positions of the primary in the last seconds. Compared with them, the position of a replica
 * becomes an instant: it has everything that was committed before. So no clock of another machine
 * is needed.
 */
export class PrimaryHistory {
  /** The latest first. */
  private samples: readonly Sample[] = [];

  /** @param length milliseconds that positions are kept */
  constructor(
    private readonly form: Pick<ReplicationForm, 'covers'>,
    private readonly length: number,
  ) {}

  /** @param at an instant before the primary was asked; everything committed then is included */
  add(at: number, row: Row | undefined): void {
    const sample = sampleOf(at, row);
    if (sample === null) return;
    const kept = this.samples.filter((old) => at - old.at <= this.length);
    this.samples = [sample, ...kept];
  }

  /**
   * Returns the latest instant up to which a replica has every commit. Returns minus infinity if
   * that instant is no longer remembered, or if the replica follows another history.
   */
  instantOf(row: Row | undefined): number {
    const replica = sampleOf(0, row);
    if (replica === null) return -Infinity;
    const covered = this.samples.find(
      ({ history, position }) =>
        history === replica.history && this.form.covers(replica.position, position),
    );
    return covered?.at ?? -Infinity;
  }
}

function sampleOf(at: number, row: Row | undefined): Sample | null {
  const [history, position] = row ?? [];
  if (typeof position !== 'string') return null;
  return { at, history: String(history), position };
}

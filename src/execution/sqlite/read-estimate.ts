import type { ReadBounds } from '../database/database.js';

/** Milliseconds from which a read is slow: no other request is served while it runs inline. */
const SLOW = 2;
/**
 * The same for a read by keys. It takes that long only if the machine is busy, or an index is
 * missing.
 */
const SLOW_BY_KEYS = 20;
/** A read that returns more rows is long. */
const MAX_ROWS = 5_000;
/** A page after more rows is long. */
const MAX_SKIPPED = 20_000;
/**
 * Pages of a small database. Reading all of it takes milliseconds, so that its statements are short
 * until one was slow.
 */
const SMALL = 2_000;
/** Slow runs in a row until a statement is long: one may be due to a busy machine. */
const PATIENCE = 3;
/** Fast runs in a row until a long statement is short. */
const RECOVERY = 20;
/** The most statements that are remembered. */
const MAX_STATEMENTS = 2_000;

/** What SQLite reports about statements and the file. */
export interface PlanSource {
  /** Returns the lines of `explain query plan`. */
  explain(sql: string, values: readonly unknown[]): readonly string[];
  /** Pages of the file. */
  countPages(): number;
}

/** What is known about a statement. */
interface Known {
  isLong: boolean;
  /** Slow runs in a row that make it long. */
  readonly patience: number;
  /** Runs in a row that contradict `isLong`. */
  contrary: number;
}

/**
 * Estimates whether a read may take long, and should not block the process.
 *
 * - Many rows, or a page behind many rows, are always long.
 * - A total, an aggregate, or a page for which SQLite reads a whole table or sorts is long in a
 *   database that is not small. Reads by keys and pages in the order of an index are short.
 * - Then the time counts. A short statement becomes long after slow runs: after the first one if
 *   its time grows with the table, and so depends on its values. A long one becomes
 *   short after {@link RECOVERY} fast runs.
 *
 * SQLite's plan depends only on the SQL, because values are hidden from it, so each statement is
 * examined once.
 */
export class ReadEstimate {
  private readonly statements = new Map<string, Known>();

  constructor(private readonly source: PlanSource) {}

  isLong(sql: string, values: readonly unknown[], bounds: ReadBounds): boolean {
    if (isLarge(bounds)) return true;
    return (this.statements.get(sql) ?? this.examine(sql, values, bounds)).isLong;
  }

  /** Notes how many milliseconds a read took. */
  ran(sql: string, bounds: ReadBounds, milliseconds: number): void {
    const known = this.statements.get(sql);
    if (!known || isLarge(bounds)) return;
    const isSlow = milliseconds >= (bounds.reach === 'keys' ? SLOW_BY_KEYS : SLOW);
    known.contrary = isSlow === known.isLong ? 0 : known.contrary + 1;
    if (known.contrary < (known.isLong ? RECOVERY : known.patience)) return;
    known.isLong = isSlow;
    known.contrary = 0;
  }

  private examine(sql: string, values: readonly unknown[], { reach }: ReadBounds): Known {
    const grows =
      reach === 'all' ||
      (reach !== 'keys' && this.source.explain(sql, values).some(growsWithTable));
    const isLong = grows && this.source.countPages() > SMALL;
    const known = { isLong, patience: grows ? 1 : PATIENCE, contrary: 0 };
    if (this.statements.size >= MAX_STATEMENTS)
      this.statements.delete(this.statements.keys().next().value!);
    this.statements.set(sql, known);
    return known;
  }
}

const isLarge = ({ rows, reach }: ReadBounds): boolean =>
  rows > MAX_ROWS || (typeof reach === 'number' && reach > MAX_SKIPPED);

/** A list of bound keys is a virtual table, and is as long as the request. */
const growsWithTable = (line: string): boolean =>
  (line.startsWith('SCAN ') && !line.includes('VIRTUAL TABLE') && line !== 'SCAN CONSTANT ROW') ||
  line.startsWith('USE TEMP B-TREE');

import type { ExactChange, ExactRow } from './exact-rows.js';

/** The most rows that are kept for one record, besides those that have a log row. */
const MAX_OF_RECORD = 10_000;
/** The most rows that are kept for all records of one deletion, since they are in memory. */
const MAX_ROWS = 100_000;

/** Why a deletion cannot be reverted; the end of a sentence. */
export const TOO_MANY = 'more rows were deleted with it than are kept';

/** Rows of one table. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly ExactRow[];
}

/** Changed rows of one table. */
export interface TableChanges {
  readonly table: string;
  readonly changes: readonly ExactChange[];
}

/** What it takes to store a deleted record again. */
export interface Loss {
  /** The record's own row. */
  readonly row: ExactRow;
  /**
   * The rows that were deleted with it and have no log row of their own: of pivot tables, of
   * dependents without a log, and those that the database deleted. Rows come after those that they
   * were found by.
   */
  readonly along: readonly TableRows[];
  /** The rows that were changed: marked as deleted, or without a reference now. */
  readonly changed: readonly TableChanges[];
  /** Why the record cannot be restored, as the end of a sentence; `null` if it can. */
  readonly obstacle: string | null;
}

/** What is lost with one record, so far. Neighbours of one table are one entry. */
interface Collected {
  readonly along: { readonly table: string; readonly rows: ExactRow[] }[];
  readonly changed: { readonly table: string; readonly changes: ExactChange[] }[];
  count: number;
}

/** Collects what is lost with each of some records. */
export class Losses {
  private readonly losses: Collected[];
  /** By record. */
  private readonly obstacles = new Map<number, string>();
  private obstacle: string | null = null;
  private count = 0;

  /** @param rows the rows of the records, in their order */
  constructor(private readonly rows: readonly ExactRow[]) {
    this.losses = rows.map(() => ({ along: [], changed: [], count: 0 }));
  }

  /** How many more rows are kept; negative if none are, since the records cannot be restored. */
  get left(): number {
    return this.obstacle === null ? MAX_ROWS - this.count : -1;
  }

  /** Adds rows that were deleted with one of the records. */
  add(owner: number, table: string, rows: readonly ExactRow[]): void {
    if (!this.admits(owner, rows.length)) return;
    const { along } = this.losses[owner]!;
    const last = along.at(-1);
    if (last?.table === table) last.rows.push(...rows);
    else along.push({ table, rows: [...rows] });
  }

  addChanges(owner: number, table: string, changes: readonly ExactChange[]): void {
    if (!this.admits(owner, changes.length)) return;
    const { changed } = this.losses[owner]!;
    const last = changed.at(-1);
    if (last?.table === table) last.changes.push(...changes);
    else changed.push({ table, changes: [...changes] });
  }

  /** Adds a deleted record and what was lost with it. */
  addLoss(owner: number, table: string, { row, along, changed, obstacle }: Loss): void {
    if (obstacle !== null) return void this.obstacles.set(owner, obstacle);
    this.add(owner, table, [row]);
    for (const each of along) this.add(owner, each.table, each.rows);
    for (const each of changed) this.addChanges(owner, each.table, each.changes);
  }

  /** Keeps nothing more, since no record can be restored. @param obstacle why */
  give(obstacle: string): void {
    this.obstacle ??= obstacle;
  }

  of(owner: number): Loss {
    const obstacle = this.obstacle ?? this.obstacles.get(owner) ?? null;
    const row = this.rows[owner]!;
    if (obstacle !== null) return { row, along: [], changed: [], obstacle };
    const { along, changed } = this.losses[owner]!;
    return { row, along, changed, obstacle };
  }

  private admits(owner: number, rows: number): boolean {
    const loss = this.losses[owner]!;
    this.count += rows;
    loss.count += rows;
    if (this.count > MAX_ROWS) this.give(TOO_MANY);
    if (loss.count > MAX_OF_RECORD) this.obstacles.set(owner, TOO_MANY);
    return this.obstacle === null && !this.obstacles.has(owner);
  }
}

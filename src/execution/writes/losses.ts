import type { ExactChange, ExactRow } from './exact-rows.js';

/** The most rows that are kept for one deletion, besides those that have a log row. */
export const MAX_KEPT = 10_000;

/** Why a deletion cannot be reverted; the end of a sentence. */
export const TOO_MANY = `more than ${MAX_KEPT.toLocaleString('en')} rows were deleted with it`;

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

/** Collects what is lost with each of some records. */
export class Losses {
  private readonly along: TableRows[][];
  private readonly changed: TableChanges[][];
  private obstacle: string | null = null;
  private count = 0;

  /** @param rows the rows of the records, in their order */
  constructor(private readonly rows: readonly ExactRow[]) {
    this.along = rows.map(() => []);
    this.changed = rows.map(() => []);
  }

  /** How many more rows are kept; negative once there are too many. */
  get left(): number {
    return this.obstacle === null ? MAX_KEPT - this.count : -1;
  }

  /** Adds rows that were deleted with one of the records. */
  add(owner: number, table: string, rows: readonly ExactRow[]): void {
    this.note(rows.length);
    if (this.obstacle === null) this.along[owner]!.push({ table, rows });
  }

  addChanges(owner: number, table: string, changes: readonly ExactChange[]): void {
    this.note(changes.length);
    if (this.obstacle === null) this.changed[owner]!.push({ table, changes });
  }

  /** Adds a deleted record and what was lost with it. */
  addLoss(owner: number, table: string, { row, along, changed, obstacle }: Loss): void {
    if (obstacle !== null) return this.give(obstacle);
    this.add(owner, table, [row]);
    for (const each of along) this.add(owner, each.table, each.rows);
    for (const each of changed) this.addChanges(owner, each.table, each.changes);
  }

  /** Keeps nothing more, since the records cannot be restored. @param obstacle why */
  give(obstacle: string): void {
    this.obstacle ??= obstacle;
  }

  of(owner: number): Loss {
    const { obstacle } = this;
    const row = this.rows[owner]!;
    if (obstacle !== null) return { row, along: [], changed: [], obstacle };
    return { row, along: this.along[owner]!, changed: this.changed[owner]!, obstacle };
  }

  private note(rows: number): void {
    this.count += rows;
    if (this.count > MAX_KEPT) this.give(TOO_MANY);
  }
}

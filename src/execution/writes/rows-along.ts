import type { CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';
import type { Dependent } from './dependents.js';
import { columnsFilledBy } from './filled-columns.js';
import type { ForeignKeyEffect } from './foreign-key-effects.js';
import type { DeletedRecord, DeletedRows } from './record-deletion.js';

type Entity = Readonly<Record<string, unknown>>;

/** Collects, for each of some records, the rows that are deleted along with it. */
export class RowsAlong {
  private readonly byRecord = new Map<object, readonly DeletedRows[] | null>();

  constructor(private readonly records: readonly object[]) {}

  /** In the order to restore them; `null` if they are too many to be kept. */
  of(record: object): readonly DeletedRows[] | null {
    const rows = this.byRecord.get(record);
    return rows === undefined ? [] : rows;
  }

  /** Adds what the database did by itself; other rows may refer to these. */
  addEffects(effects: readonly ForeignKeyEffect[]): void {
    for (const { owner, changed } of effects) {
      const known = this.of(owner);
      this.byRecord.set(owner, known && changed && [...changed, ...known]);
    }
  }

  /** Adds rows that refer to the records. */
  add(dependent: Dependent, rows: readonly object[]): void {
    const { table } = dependent;
    for (const [record, own] of this.byOwner(dependent, rows))
      this.append(record, [{ table, rows: own }]);
  }

  /** Adds records that refer to these, each with the rows that were deleted along with it. */
  addRecords(
    dependent: Dependent,
    children: readonly object[],
    deleted: readonly DeletedRecord[],
  ): void {
    const alongOf = new Map(deleted.map(({ record, along }) => [record, along]));
    const { table } = dependent;
    for (const [record, own] of this.byOwner(dependent, children))
      this.append(
        record,
        table.deletedAt
          ? [markedRows(table, table.deletedAt, own)]
          : [{ table, rows: own }, ...own.map((child) => alongOf.get(child)!)],
      );
  }

  /** @param added `null` for rows that are too many */
  private append(
    record: object,
    added: readonly (DeletedRows | readonly DeletedRows[] | null)[],
  ): void {
    const known = this.of(record);
    const isWhole = known !== null && !added.includes(null);
    const rows = added.flatMap((each) => each ?? []);
    this.byRecord.set(record, isWhole ? [...known, ...rows] : null);
  }

  /** Groups rows by the record that they refer to. */
  private byOwner(
    { column, source }: Dependent,
    rows: readonly object[],
  ): ReadonlyMap<object, readonly object[]> {
    const owners = new Map(this.records.map((record) => [stringIn(record, source), record]));
    const groups = new Map<object, object[]>();
    for (const row of rows) {
      const owner = owners.get(stringIn(row, column))!;
      groups.set(owner, [...(groups.get(owner) ?? []), row]);
    }
    return groups;
  }
}

/** Rows with a deletion date are only marked. */
const markedRows = (
  table: CompiledTable,
  deletedAt: CompiledColumn,
  rows: readonly object[],
): DeletedRows => {
  const columns = [...table.keys, deletedAt, ...columnsFilledBy(table, 'updated')];
  return { table, rows, cleared: { column: deletedAt, columns } };
};

/** Keys are compared as strings: a pivot table may contain another type than the record. */
const stringIn = (row: object, { property }: CompiledColumn): string =>
  String((row as Entity)[property]);

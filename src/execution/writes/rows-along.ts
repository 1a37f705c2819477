import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { Dependent } from './dependents.js';
import type { DeletedRecord, DeletedRows } from './record-deletion.js';

type Entity = Readonly<Record<string, unknown>>;

/** Collects, for each of some records, the rows that are deleted along with it. */
export class RowsAlong {
  private readonly byRecord = new Map<object, DeletedRows[]>();

  constructor(private readonly records: readonly object[]) {}

  of(record: object): readonly DeletedRows[] {
    return this.byRecord.get(record) ?? [];
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
    // A child with a deletion date is only marked.
    const gone = children.filter((child) => alongOf.has(child));
    const { table } = dependent;
    for (const [record, own] of this.byOwner(dependent, gone))
      this.append(record, [{ table, rows: own }, ...own.flatMap((child) => alongOf.get(child)!)]);
  }

  private append(record: object, added: readonly DeletedRows[]): void {
    this.byRecord.set(record, [...this.of(record), ...added]);
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

/** Keys are compared as strings: a pivot table may contain another type than the record. */
const stringIn = (row: object, { property }: CompiledColumn): string =>
  String((row as Entity)[property]);

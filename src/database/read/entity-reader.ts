import type { NodePlan } from '../../pipeline/planning/query-plan.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { CompiledColumn, CompiledTable } from '../../registry/resources/compiled-resource.js';
import type { Row } from '../connection/database.js';
import { rowKey } from './loaded.js';
import { rowStateClass, type RowStateClass } from './row-states.js';
import { entityReader, type CorruptValue, type EntityValueReader } from '../values/values.js';

/** The name of the rows' resource or table in the log, and the key of each row. */
interface EntityRows {
  readonly name: string;
  readonly entity: ClassOf;
  readonly rowKey: (row: Row) => string;
}

/**
 * Creates entities from rows, for policies, getters and callables. Values that are only returned do
 * not become entities.
 */
export class EntityReader {
  private readonly states = new Map<CompiledTable, RowStateClass>();
  private readonly readers = new Map<CompiledColumn, EntityValueReader>();

  constructor(private readonly corrupt: CorruptValue) {}

  /**
   * Returns instances of the entity with the columns that policies and callables use, and nothing
   * else.
   */
  read({ select, policyColumns, resource }: NodePlan, rows: readonly Row[]): readonly object[] {
    const from = { name: resource.key, entity: resource.table.entity, rowKey };
    return this.build(from, policyColumns, (column) => select.indexOf(column), rows);
  }

  /** Returns instances of the entity with all columns, in the order of the table. */
  readWhole(table: CompiledTable, rows: readonly Row[]): readonly object[] {
    const columns = [...table.columns.values()];
    const keys = table.keys.map((column) => columns.indexOf(column));
    const from = { ...table, rowKey: (row: Row) => keys.map((at) => row[at]).join() };
    return this.build(from, columns, (column) => columns.indexOf(column), rows);
  }

  /**
   * Returns the states of whole rows, for code that compares and logs: objects with the entity's
   * properties, which are read from the row when they are used. A value that does not fit its
   * column is null, and is not reported.
   */
  readStates({ select, resource: { table } }: NodePlan, rows: readonly Row[]): readonly object[] {
    const State = this.states.get(table) ?? this.compileState(table, select);
    return rows.map((row) => new State(row));
  }

  /** Every plan of whole rows selects the columns of a table in the same order. */
  private compileState(table: CompiledTable, select: readonly CompiledColumn[]): RowStateClass {
    const State = rowStateClass(
      select.map((column, index) => ({
        property: column.property,
        index,
        read: this.readerOf(column),
      })),
    );
    this.states.set(table, State);
    return State;
  }

  private build(
    from: EntityRows,
    columns: readonly CompiledColumn[],
    indexOf: (column: CompiledColumn) => number,
    rows: readonly Row[],
  ): readonly object[] {
    const prototype = prototypeOf(from.entity);
    const read = columns.map((column) => ({
      column,
      index: indexOf(column),
      read: this.readerOf(column),
    }));
    return rows.map((row) => {
      const record = Object.create(prototype) as Record<string, unknown>;
      for (const { column, index, read: reader } of read) {
        const value = reader ? reader(row[index]) : row[index];
        record[column.property] = value === undefined ? this.nullFor(from, row, column) : value;
      }
      return record;
    });
  }

  private nullFor(from: EntityRows, row: Row, column: CompiledColumn): null {
    const key = from.rowKey(row);
    this.corrupt({ resource: from.name, key, column: column.name, wanted: column.type });
    return null;
  }

  private readerOf(column: CompiledColumn): EntityValueReader {
    const known = this.readers.get(column);
    if (known !== undefined) return known;
    const reader = entityReader(column);
    this.readers.set(column, reader);
    return reader;
  }
}

/** TypeORM's own pivot tables have no class. */
const prototypeOf = (entity: unknown): object =>
  typeof entity === 'function' ? (entity.prototype as object) : Object.prototype;

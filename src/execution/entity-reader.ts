import type { NodePlan } from '../planning/query-plan.js';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import type { Row } from './database/database.js';
import { entityReader, type CorruptValue, type EntityValueReader } from './values.js';

/** Makes entities of rows, for policies, getters and callables; what is only answered never becomes one. */
export class EntityReader {
  private readonly readers = new Map<CompiledColumn, EntityValueReader>();

  constructor(private readonly corrupt: CorruptValue) {}

  /** Instances of the entity that hold the columns which are looked at, and nothing else. */
  read({ select, looked, resource }: NodePlan, rows: readonly Row[]): readonly object[] {
    const prototype = resource.table.entity.prototype as object;
    const columns = looked.map((column) => ({
      property: column.property,
      index: select.indexOf(column),
      read: this.readerOf(column),
    }));
    return rows.map((row) => {
      const entity = Object.create(prototype) as Record<string, unknown>;
      for (const { property, index, read } of columns) entity[property] = read ? read(row[index]) : row[index];
      return entity;
    });
  }

  private readerOf(column: CompiledColumn): EntityValueReader {
    const known = this.readers.get(column);
    if (known !== undefined) return known;
    const reader = entityReader(column, this.corrupt);
    this.readers.set(column, reader);
    return reader;
  }
}

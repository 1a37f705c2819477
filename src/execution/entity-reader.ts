import type { NodePlan } from '../planning/query-plan.js';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import type { Row } from './database/database.js';
import { entityReader, type CorruptValue, type WireReader } from './values.js';

/** Makes entities of rows, for policies, getters and callables; what is only answered never becomes one. */
export class EntityReader {
  private readonly readers = new Map<CompiledColumn, WireReader>();

  constructor(private readonly corrupt: CorruptValue) {}

  /** An instance of the entity that holds the selected columns, and nothing else. */
  read({ select, resource }: NodePlan, row: Row): object {
    const entity = Object.create(resource.table.entity.prototype as object) as Record<string, unknown>;
    for (let index = 0; index < select.length; index++) {
      const column = select[index]!;
      const reader = this.readerOf(column);
      entity[column.property] = reader ? reader(row[index]) : row[index];
    }
    return entity;
  }

  private readerOf(column: CompiledColumn): WireReader {
    const known = this.readers.get(column);
    if (known !== undefined) return known;
    const reader = entityReader(column, this.corrupt);
    this.readers.set(column, reader);
    return reader;
  }
}

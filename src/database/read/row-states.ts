import type { Row } from '../connection/database.js';
import type { EntityValueReader } from '../values/values.js';

/** A value of a row, and the property of the entity that contains it. */
interface StateValue {
  readonly property: string;
  readonly index: number;
  readonly read: EntityValueReader;
}

export type RowStateClass = new (row: Row) => object;

/** A symbol, since properties of entities may have any name. */
const ROW = Symbol('row');

/**
 * Returns a class whose instances have an accessor per value, which reads it from the row. An
 * object costs as much as a reference to its row, and each value only when it is used.
 */
export function rowStateClass(values: readonly StateValue[]): RowStateClass {
  class RowState {
    readonly [ROW]: Row;

    constructor(row: Row) {
      this[ROW] = row;
    }
  }
  for (const { property, index, read } of values)
    Object.defineProperty(RowState.prototype, property, {
      enumerable: true,
      get(this: RowState): unknown {
        const value = this[ROW][index];
        return read ? (read(value) ?? null) : value;
      },
    });
  return RowState;
}

import {
  averageOf,
  countOfRows,
  extremeOf,
  sumOf,
  type Aggregate,
} from '../../../database/sql/parts/aggregate-sql.js';
import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import { getOrderedColumn, getSummedColumn } from './aggregated-columns.js';
import type { RecordGroupOptions, OrderedColumn, SummedColumn, SumOf } from './record-types.js';
import type { ScopedReads } from './scoped-reads.js';

/**
 * Visible records, grouped by the values of a column. Every method runs one SQL statement and
 * returns a Map from value to result. Values without a record are absent; records without a value
 * have the key `null`.
 *
 * All methods throw a `RangeError` for more than 10,000 values: pass `keys`, or narrow the records
 * with `where`.
 */
export class RecordGroups<E extends object, Value> {
  constructor(
    private readonly reads: ScopedReads,
    private readonly column: CompiledColumn,
    private readonly groups: RecordGroupOptions<E, Value>,
  ) {}

  /** Returns the number of records of each value. */
  count(): Promise<ReadonlyMap<Value, number>> {
    return this.each(countOfRows);
  }

  /** Returns the sum of a column for each value, of the types that a single sum has. */
  sum<Column extends SummedColumn<E>>(
    column: Column,
  ): Promise<ReadonlyMap<Value, SumOf<E[Column]>>> {
    const summed = sumOf(getSummedColumn(this.reads.resource, column));
    return this.each(summed as Aggregate<SumOf<E[Column]>>);
  }

  /** Returns the average of a column for each value. */
  average(column: SummedColumn<E>): Promise<ReadonlyMap<Value, number | null>> {
    return this.each(averageOf(getSummedColumn(this.reads.resource, column)));
  }

  /** Returns the lowest value of a column for each value. */
  min<Column extends OrderedColumn<E>>(
    column: Column,
  ): Promise<ReadonlyMap<Value, E[Column] | null>> {
    return this.extreme('min', column);
  }

  /** Returns the highest value of a column for each value. */
  max<Column extends OrderedColumn<E>>(
    column: Column,
  ): Promise<ReadonlyMap<Value, E[Column] | null>> {
    return this.extreme('max', column);
  }

  private extreme<Column extends OrderedColumn<E>>(which: 'min' | 'max', column: Column) {
    const extreme = extremeOf(getOrderedColumn(this.reads.resource, column), which);
    return this.each(extreme as Aggregate<E[Column] | null>);
  }

  private each<Result>(aggregate: Aggregate<Result>): Promise<ReadonlyMap<Value, Result>> {
    return this.reads.group(aggregate, this.column, this.groups);
  }
}

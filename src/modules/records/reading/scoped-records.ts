import type { EntityManager } from 'typeorm';
import type { Key } from '../../../base/types/register.js';
import {
  averageOf,
  countOfRows,
  extremeOf,
  sumOf,
} from '../../../database/sql/parts/aggregate-sql.js';
import { getGroupedColumn, getOrderedColumn, getSummedColumn } from './aggregated-columns.js';
import { RecordGroups } from './record-groups.js';
import type {
  GroupedColumn,
  RecordGroupOptions,
  OrderedColumn,
  RecordFindOptions,
  RecordSelection,
  SummedColumn,
  SumOf,
} from './record-types.js';
import type { ScopedReads } from './scoped-reads.js';

/**
 * The records of one resource that one user may see: those inside the scope, not soft-deleted, of a
 * resource whose `index` admits the user. Every method runs one SQL statement that contains the
 * scope. Columns are the properties of the entity, as in conditions.
 *
 * If `show` decides on each record, `find` and `get` leave out the records that it refuses, and the
 * other methods throw a `TypeError`, since SQL cannot call `show`.
 *
 * @contract C4.4
 */
export class ScopedRecords<E extends object> {
  constructor(private readonly reads: ScopedReads) {}

  /**
   * Returns the same records as a transaction sees them, with its own writes: pass the request of a
   * hook or an action. Without it, reads see what is committed.
   *
   * @throws TypeError for a manager outside of the service's transactions
   */
  within({ manager }: { readonly manager: EntityManager }): ScopedRecords<E> {
    return new ScopedRecords(this.reads.within(manager));
  }

  /**
   * Returns records with all columns of the entity, without relations.
   *
   * @throws RangeError if `take` is not from 1 to 1,000, if the rows exceed the limit on the bytes
   * of a response, or if `show` refuses so many records that the page exceeds the row budget
   */
  async find(page: RecordFindOptions<E>): Promise<E[]> {
    return (await this.reads.find(page)) as E[];
  }

  /** Returns the record with the key, `null` if the user may not see it or it does not exist. */
  async get(key: Key): Promise<E | null> {
    return (await this.reads.get(key)) as E | null;
  }

  /** Returns the number of records. */
  count({ where }: RecordSelection<E> = {}): Promise<number> {
    return this.reads.aggregate(countOfRows, where);
  }

  /**
   * Returns the sum of a column, 0 without a value: a number of an integer, an exact string of a
   * bigint or a decimal (`'12.50'`), and a number of a float.
   *
   * @throws TypeError for a column that does not contain numbers
   * @throws RangeError if the sum of an integer is too large for a number
   */
  sum<Column extends SummedColumn<E>>(
    column: Column,
    { where }: RecordSelection<E> = {},
  ): Promise<SumOf<E[Column]>> {
    const summed = getSummedColumn(this.reads.resource, column);
    return this.reads.aggregate(sumOf(summed), where) as Promise<SumOf<E[Column]>>;
  }

  /**
   * Returns the average of the values of a column as a number, `null` without a value.
   * @throws TypeError for a column that does not contain numbers
   */
  average(column: SummedColumn<E>, { where }: RecordSelection<E> = {}): Promise<number | null> {
    return this.reads.aggregate(averageOf(getSummedColumn(this.reads.resource, column)), where);
  }

  /**
   * Returns the lowest value of a column as in the entity, `null` without a value. Strings are
   * ordered by code points.
   *
   * @throws TypeError for a column of another type than numbers, strings and dates
   */
  min<Column extends OrderedColumn<E>>(
    column: Column,
    { where }: RecordSelection<E> = {},
  ): Promise<E[Column] | null> {
    return this.extreme('min', column, where);
  }

  /** Returns the highest value of a column; see {@link min}. */
  max<Column extends OrderedColumn<E>>(
    column: Column,
    { where }: RecordSelection<E> = {},
  ): Promise<E[Column] | null> {
    return this.extreme('max', column, where);
  }

  /**
   * Groups the records by the values of a column, for one aggregate per value:
   * `groupBy('user_id', { keys }).count()`.
   *
   * @throws TypeError for a column of instants, floats, JSON or bytes
   */
  groupBy<Column extends GroupedColumn<E>>(
    column: Column,
    groups: RecordGroupOptions<E, E[Column]> = {},
  ): RecordGroups<E, E[Column]> {
    return new RecordGroups(this.reads, getGroupedColumn(this.reads.resource, column), groups);
  }

  private extreme<Column extends OrderedColumn<E>>(
    which: 'min' | 'max',
    column: Column,
    where: RecordSelection<E>['where'],
  ): Promise<E[Column] | null> {
    const ordered = getOrderedColumn(this.reads.resource, column);
    return this.reads.aggregate(extremeOf(ordered, which), where) as Promise<E[Column] | null>;
  }
}

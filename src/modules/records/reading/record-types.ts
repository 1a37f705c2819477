import type { Condition } from '../../../definition/contracts/condition.js';
import type { Columns } from '../../../base/types/compile-time.js';

/** The columns that can be added: numbers, and bigints and decimals, which entities hold as strings. */
export type SummedColumn<E> = {
  [K in Columns<E>]: NonNullable<E[K]> extends number | bigint
    ? K
    : string extends NonNullable<E[K]>
      ? K
      : never;
}[Columns<E>];

/** The columns that have a lowest and a highest value. */
export type OrderedColumn<E> = {
  [K in Columns<E>]: NonNullable<E[K]> extends number | bigint | string | Date ? K : never;
}[Columns<E>];

/** The columns whose values can be the keys of a Map. */
export type GroupedColumn<E> = {
  [K in Columns<E>]: NonNullable<E[K]> extends number | bigint | string | boolean ? K : never;
}[Columns<E>];

/** A sum is a number, or a string where the entity has a string. */
export type SumOf<Value> = NonNullable<Value> extends number ? number : string;

/** Which of the visible records are meant. */
export interface RecordSelection<E> {
  /** A condition as in a scope. Defaults to all visible records. */
  readonly where?: Condition<E> | undefined;
}

/** Which records `find` returns. */
export interface RecordFindOptions<E> extends RecordSelection<E> {
  /** The most records, from 1 to 1,000. */
  readonly take: number;
  /** How many records to leave out before them. Defaults to 0. */
  readonly skip?: number | undefined;
  /**
   * The columns of the order, the first one first. Rows without a value come last. The key,
   * descending, is always the last step, and the default.
   */
  readonly orderBy?: Readonly<Partial<Record<Columns<E>, 'asc' | 'desc'>>> | undefined;
}

/** The groups of a column's values. */
export interface RecordGroupOptions<E, Value> extends RecordSelection<E> {
  /** Only these values. Defaults to all values. */
  readonly keys?: readonly Value[] | undefined;
}

/**
 * A piece of SQL, the values that it binds, and the key under which the SQL is cached. The function
 * for a node of a plan returns all three, so they cannot disagree.
 *
 * @typeParam Position the position of the SQL, for example the alias of its row
 */
export interface Fragment<Position extends readonly unknown[] = readonly []> {
  /** Two fragments with the same key have the same SQL. The key never depends on a bound value. */
  readonly key: string;
  /** In the order of their `?` in the SQL. */
  readonly values: readonly unknown[];
  /** Builds the SQL, which costs microseconds: {@link SqlCache} calls it once per key. */
  sql(...position: Position): string;
}

/** A fragment about a row. */
export type RowFragment = Fragment<[alias: string]>;

/** SQL about a row, of a statement that is not cached. */
export type RowSql = Omit<RowFragment, 'key'>;

/** The values of statements and fragments without bound values. */
export const NO_VALUES: readonly unknown[] = Object.freeze([]);

/** Returns the values of fragments that follow each other in the SQL. */
export function valuesOf(fragments: readonly Pick<Fragment, 'values'>[]): readonly unknown[] {
  if (fragments.length === 0) return NO_VALUES;
  if (fragments.length === 1) return fragments[0]!.values;
  const all: unknown[] = [];
  for (const { values } of fragments) all.push(...values);
  return all;
}

/**
 * A piece of SQL: its text, the values that the text binds, and the key that the text is cached
 * under. The function for a node of a plan returns all three, so they cannot disagree.
 *
 * @typeParam Place where the text stands, for example the alias of the row that it is about
 */
export interface Fragment<Place extends readonly unknown[] = readonly []> {
  /** Two fragments with the same key have the same text. Never depends on a bound value. */
  readonly key: string;
  /** In the order of their `?` in the text. */
  readonly values: readonly unknown[];
  /** Builds the text, which costs microseconds: {@link SqlCache} calls it once per key. */
  sql(...place: Place): string;
}

/** A fragment about a row. */
export type RowFragment = Fragment<[alias: string]>;

/** The values of statements and fragments that bind none. */
export const NO_VALUES: readonly unknown[] = Object.freeze([]);

/** The values of fragments that stand one behind the other in a text. */
export function valuesOf(fragments: readonly Pick<Fragment, 'values'>[]): readonly unknown[] {
  if (fragments.length === 0) return NO_VALUES;
  if (fragments.length === 1) return fragments[0]!.values;
  const all: unknown[] = [];
  for (const { values } of fragments) all.push(...values);
  return all;
}

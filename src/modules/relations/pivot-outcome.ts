import { keysInOrder } from '../../database/pivots/keys-in-order.js';
import type { PivotRow } from '../../database/pivots/pivot-rows.js';
import type { PivotLink } from './pivot-link.js';

/** Keys of related records, as strings, by what a write did to their pivot rows. */
export interface PivotOutcome {
  readonly added: readonly string[];
  readonly updated: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Compares a relation's pivot rows before and after a write, so the result does not depend on
 * whether built-in statements or callbacks wrote them. The keys of the request come first, in its
 * order. The other keys follow, sorted in the same way for every database.
 */
export function compareRows(
  { linked, context }: PivotLink,
  before: readonly PivotRow[],
  after: readonly PivotRow[],
): PivotOutcome {
  const [was, is] = [rowsByKey(before), rowsByKey(after)];
  const listed = linked.map(({ listed: { key } }) => String(key));
  const inOrder = (keys: Iterable<string>) =>
    keysInOrder(keys, listed, context.relation.resource.keyColumn);
  const keys = inOrder(is.keys());
  return {
    added: keys.filter((key) => !was.has(key)),
    updated: keys.filter(
      (key) => was.has(key) && stringOf(was.get(key)!) !== stringOf(is.get(key)!),
    ),
    removed: inOrder(was.keys()).filter((key) => !is.has(key)),
  };
}

/**
 * Returns one pivot row for each key of the request that has one. If a pair has several rows,
 * returns the first new row, or the last row if none is new.
 */
export function writtenRows(
  { linked }: PivotLink,
  before: readonly PivotRow[],
  after: readonly PivotRow[],
): readonly PivotRow[] {
  const known = new Set(before.map(({ id }) => id));
  const rows = rowsByKey(after);
  return linked.flatMap(({ listed }) => {
    const own = rows.get(String(listed.key)) ?? [];
    return own.find(({ id }) => !known.has(id)) ?? own.at(-1) ?? [];
  });
}

function rowsByKey(rows: readonly PivotRow[]): ReadonlyMap<string, readonly PivotRow[]> {
  const byKey = new Map<string, PivotRow[]>();
  for (const row of rows) {
    const own = byKey.get(row.key);
    if (own) own.push(row);
    else byKey.set(row.key, [row]);
  }
  return byKey;
}

const stringOf = (rows: readonly PivotRow[]): string =>
  JSON.stringify(rows.map(({ id, pivots }) => [id, pivots]));

import type { RelationPlan } from '../../pipeline/planning/query-plan.js';
import type { Row } from '../connection/database.js';
import type { LoadedNode } from './loaded.js';

type Groups = ReadonlyMap<string, readonly Row[]>;
/** A parent's value that its related rows are joined by. */
type Joining = string | number | null;

/**
 * Returns how often the response contains each record of a relation, by its key: as often as all of
 * its parents together. `null` if no record is shared, so that the response contains each once.
 *
 * @param records how many different records the groups hold
 * @contract C5.3
 */
export function countCopies(
  parent: LoadedNode,
  { parentIndex }: RelationPlan,
  byParent: Groups,
  records: number,
): ReadonlyMap<unknown, number> | null {
  const groups = parent.rows.map((row) => groupOf(row[parentIndex] as Joining, byParent));
  const carried = groups.reduce((sum, group) => sum + group.length, 0);
  if (parent.copies === null && carried === records) return null;
  const copies = new Map<unknown, number>();
  groups.forEach((group, at) => {
    const times = parent.copies?.get(parent.rows[at]![0]) ?? 1;
    for (const row of group) copies.set(row[0], (copies.get(row[0]) ?? 0) + times);
  });
  return copies;
}

/** Returns how many records of a node the response contains. */
export function serializedCountOf({ rows, copies }: LoadedNode): number {
  if (copies === null) return rows.length;
  let carried = 0;
  for (const times of copies.values()) carried += times;
  return carried;
}

const NO_ROWS: readonly Row[] = [];

const groupOf = (value: Joining, byParent: Groups): readonly Row[] =>
  (value === null ? undefined : byParent.get(String(value))) ?? NO_ROWS;

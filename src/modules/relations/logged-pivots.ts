import type { EntityReader } from '../../database/read/entity-reader.js';
import type { PivotRow } from '../../database/pivots/pivot-rows.js';
import type { Change } from '../action-log/change-log.js';
import { rowValuesOf, type RowValues } from '../action-log/snapshot.js';
import { keyIn } from '../records/lookups/column-values.js';
import type { PivotLink } from './pivot-link.js';
import type { Effects } from '../records/writing/effects.js';
import { compareRows, type PivotOutcome } from './pivot-outcome.js';

/**
 * Returns the log row for a change of a parent's pivot rows; `null` if nothing changed.
 *
 * @param before all rows that may have changed
 * @param after the same rows after the write
 * @contract C8.1
 */
export function pivotChange(
  name: Change['name'],
  link: PivotLink,
  entities: EntityReader,
  before: readonly PivotRow[],
  after: readonly PivotRow[],
): Change | null {
  const { resource, relation } = link.context;
  const { added, updated, removed } = compareRows(link, before, after);
  const written = [...added, ...updated];
  if (written.length + removed.length === 0) return null;
  const under = (keys: readonly string[]) => (keys.length > 0 ? { [relation.key]: keys } : {});
  const { table } = relation.join;
  const rowsOf = (rows: readonly PivotRow[], keys: readonly string[]): readonly PivotRow[] => {
    const isListed = new Set(keys);
    return rows.filter(({ key }) => isListed.has(key));
  };
  const valuesOf = (rows: readonly PivotRow[]): readonly RowValues[] =>
    entities
      .readWhole(
        table,
        rows.map(({ whole }) => whole),
      )
      .map((row) => rowValuesOf(table.columns.values(), row));
  return {
    name,
    resource,
    key: keyIn(link.parent, resource),
    original: under(removed),
    changes: under(written),
    snapshot: () => {
      const old = rowsOf(before, [...removed, ...updated]);
      return {
        event: 'pivots',
        pivots: {
          relation: relation.key,
          before: valuesOf(old),
          after: valuesOf(rowsOf(after, written)),
          rows: old.map(({ exact }) => exact!),
        },
      };
    },
  };
}

/** Counts the rows of a change of pivots. @contract C13.3 */
export function notePivots(
  effects: Effects,
  change: Change,
  { added, updated, removed }: PivotOutcome,
): void {
  effects.note({
    name: 'attached',
    count: added.length + updated.length,
    describe: () => [{ ...change, original: {} }],
  });
  effects.note({
    name: 'detached',
    count: removed.length,
    describe: () => [{ ...change, changes: {} }],
  });
}

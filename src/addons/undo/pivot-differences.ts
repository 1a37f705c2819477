import type { EntityReader } from '../../database/read/entity-reader.js';
import type { PivotRow } from '../../database/pivots/pivot-rows.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { columnValuesOf, type RowValues } from '../../modules/action-log/snapshot.js';
import { asProperties, changedColumns } from '../../modules/records/lookups/column-values.js';
import type { LinkedRecord, PivotLink } from '../../modules/relations/pivot-link.js';
import type { LoggedPivots } from './logged-pivots.js';
import { maintained } from './maintained-columns.js';

/** The most pairs that an error lists. */
const MAX_LISTED = 20;

/**
 * Returns a message for each pair of a relation that has changed since the logged change.
 *
 * @param current the rows of the pairs
 * @contract C15.2
 */
export function differingPairs(
  link: PivotLink,
  logged: LoggedPivots,
  current: readonly PivotRow[],
  entities: EntityReader,
): readonly string[] {
  const { table } = link.context.relation.join;
  const records = entities.readWhole(
    table,
    current.map(({ whole }) => whole),
  );
  const rowsOf = new Map<string, object[]>();
  for (const [at, { key }] of current.entries())
    rowsOf.set(key, [...(rowsOf.get(key) ?? []), records[at]!]);
  return [
    ...link.missing.map(({ key }) => `"${key}" no longer exists.`),
    ...link.linked.flatMap(
      (one) => differenceOf(link, logged, one, rowsOf.get(String(one.listed.key)) ?? []) ?? [],
    ),
  ].slice(0, MAX_LISTED);
}

function differenceOf(
  link: PivotLink,
  logged: LoggedPivots,
  one: LinkedRecord,
  now: readonly object[],
): string | null {
  const { key } = one.listed;
  if (!logged.becameAttached(one)) return now.length > 0 ? `"${key}" is attached again.` : null;
  if (now.length === 0) return `"${key}" is no longer attached.`;
  if (!logged.hasRows) return null;
  const written = logged.rows('after', link, one);
  if (now.length !== written.length) return `"${key}" is attached ${now.length} times now.`;
  const differing = now.flatMap((row, at) => differingColumns(link, row, written[at]!));
  return differing.length > 0 ? `"${key}" has other values now${shown(link, differing)}.` : null;
}

/** A column of a pivot row, with its values now and as they were written. */
interface DifferingColumn {
  readonly column: CompiledColumn;
  readonly is: unknown;
  readonly was: unknown;
}

function differingColumns(
  { context }: PivotLink,
  now: object,
  values: RowValues,
): readonly DifferingColumn[] {
  const after = columnValuesOf(context.relation.join.table, values);
  const compared = [...after.keys()].filter((column) => !maintained.has(column.filledBy));
  const written = asProperties(after);
  return changedColumns(compared, now, written).map((column) => ({
    column,
    is: (now as Readonly<Record<string, unknown>>)[column.property],
    was: written[column.property],
  }));
}

/** Describes the pivot values that responses contain. */
function shown({ context }: PivotLink, differing: readonly DifferingColumn[]): string {
  const names = new Map(context.relation.pivots.map(({ name, column }) => [column, name]));
  const seen = differing.filter(({ column }) => names.has(column));
  const texts = seen.map(
    ({ column, is, was }) =>
      `"${names.get(column)}" is now ${JSON.stringify(is)}; the change set it to ${JSON.stringify(was)}`,
  );
  return texts.length > 0 ? `: ${texts.join(', ')}` : '';
}

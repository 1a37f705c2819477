import type { ExactRow } from '../../../database/write/exact-rows.js';
import { columnsFilledBy } from '../../../database/values/filled-columns.js';
import type { DeletedRecord } from '../../../database/write/record-deletion.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import type { Change } from '../../action-log/change-log.js';
import { rowValuesOf, type Snapshot } from '../../action-log/snapshot.js';
import { byField, keyIn } from '../lookups/column-values.js';
import type { StoredRecord, UpdatedRecord } from './change-contracts.js';

/** Returns the log row for a stored record. @contract C8.1 */
export const storedChange = (
  resource: CompiledResource,
  { record, given }: Omit<StoredRecord, 'returned'>,
): Change => ({
  name: 'Stored',
  resource,
  key: keyIn(record, resource),
  original: {},
  changes: byField(resource, given, record),
  snapshot: () => ({
    event: 'stored',
    after: rowValuesOf(resource.table.columns.values(), record),
  }),
});

/** Returns the log row for an updated record; none if nothing changed. */
export const updatedChange = (
  resource: CompiledResource,
  { record, before, changed, row }: UpdatedRecord,
): readonly Change[] =>
  changed.size === 0
    ? []
    : [changeOf(resource, 'Updated', { before, record, row }, changed.keys())];

/**
 * Returns the log row for a deleted record. Dependent records get their own rows.
 * @contract C8.3
 */
export const deletedChange = ({ resource, record, loss }: DeletedRecord): Change => ({
  name: 'Deleted',
  resource,
  key: keyIn(record, resource),
  original: byField(resource, resource.table.columns.values(), record),
  changes: {},
  snapshot: () => ({
    event: 'deleted',
    before: rowValuesOf(resource.table.columns.values(), record),
    ...loss,
  }),
});

/** Returns the log row for a record's columns, before and after. */
export function changeOf(
  resource: CompiledResource,
  name: string,
  states: Pick<UpdatedRecord, 'before' | 'record' | 'row'>,
  columns: Iterable<CompiledColumn>,
): Change {
  const touched = [...columns];
  const { before, record } = states;
  const original = byField(resource, touched, before);
  const changes = byField(resource, touched, record);
  const change = { name, resource, key: keyIn(before, resource), original, changes };
  return touched.length === 0
    ? change
    : { snapshot: () => updateSnapshot(resource, states, touched), ...change };
}

/** The instant of the last write is set back too, so it is kept as well. */
function updateSnapshot(
  { table }: CompiledResource,
  { before, record, row }: Pick<UpdatedRecord, 'before' | 'record' | 'row'>,
  touched: readonly CompiledColumn[],
): Snapshot {
  const written = new Set([...touched, ...columnsFilledBy(table, 'updated')]);
  return {
    event: 'updated',
    before: rowValuesOf(written, before),
    after: rowValuesOf(touched, record),
    ...(row && { row: columnsIn(row, written) }),
  };
}

function columnsIn(row: ExactRow, columns: Iterable<CompiledColumn>): ExactRow {
  const values: Record<string, string | null> = {};
  for (const { name } of columns) if (Object.hasOwn(row, name)) values[name] = row[name]!;
  return values;
}

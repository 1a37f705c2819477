import { columnsFilledBy } from '../../../execution/writes/filled-columns.js';
import type { DeletedRecord, DeletedRows } from '../../../execution/writes/record-deletion.js';
import type { CompiledColumn, CompiledResource } from '../../../registry/compiled-resource.js';
import type { Change } from '../../action-log/change-log.js';
import { rowValuesOf, type Snapshot, type TableRows } from '../../action-log/snapshot.js';
import { byField, keyIn } from './column-values.js';
import type { StoredRecord, UpdatedRecord } from './record-changes.js';

/** Returns the log row for a stored record. @contract C8.1 */
export const storedChange = (
  resource: CompiledResource,
  { record, given }: StoredRecord,
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
  { record, before, changed }: UpdatedRecord,
): readonly Change[] =>
  changed.size === 0 ? [] : [changeOf(resource, 'Updated', before, record, changed.keys())];

/**
 * Returns the log row for a deleted record. Dependent records get their own rows.
 * @contract C8.3
 */
export const deletedChange = ({
  resource,
  record,
  along,
}: Pick<DeletedRecord, 'resource' | 'record' | 'along'>): Change => ({
  name: 'Deleted',
  resource,
  key: keyIn(record, resource),
  original: byField(resource, resource.table.columns.values(), record),
  changes: {},
  ...(along && {
    snapshot: () => ({
      event: 'deleted',
      before: rowValuesOf(resource.table.columns.values(), record),
      along: along.map(rowsAlong),
    }),
  }),
});

const rowsAlong = ({ table, rows, cleared }: DeletedRows): TableRows => ({
  table: table.name,
  rows: rows.map((row) => rowValuesOf(cleared?.columns ?? table.columns.values(), row)),
  ...(cleared && { cleared: cleared.column.name }),
});

/** Returns the log row for a record's columns, before and after. */
export function changeOf(
  resource: CompiledResource,
  name: string,
  before: object,
  now: object,
  columns: Iterable<CompiledColumn>,
): Change {
  const touched = [...columns];
  const [original, changes] = [byField(resource, touched, before), byField(resource, touched, now)];
  const change = { name, resource, key: keyIn(before, resource), original, changes };
  return touched.length === 0
    ? change
    : { ...change, snapshot: () => updateSnapshot(resource, before, now, touched) };
}

/** The instant of the last write is set back too, so it is kept as well. */
function updateSnapshot(
  { table }: CompiledResource,
  before: object,
  now: object,
  touched: readonly CompiledColumn[],
): Snapshot {
  const maintained = columnsFilledBy(table, 'updated');
  return {
    event: 'updated',
    before: rowValuesOf(new Set([...touched, ...maintained]), before),
    after: rowValuesOf(touched, now),
  };
}

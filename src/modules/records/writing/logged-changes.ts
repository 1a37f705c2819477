import type { DeletedRecord } from '../../../execution/writes/record-deletion.js';
import type { CompiledColumn, CompiledResource } from '../../../registry/compiled-resource.js';
import type { Change } from '../../action-log/change-log.js';
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
export const deletedChange = ({ resource, record }: DeletedRecord): Change => ({
  name: 'Deleted',
  resource,
  key: keyIn(record, resource),
  original: byField(resource, resource.table.columns.values(), record),
  changes: {},
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
  return { name, resource, key: keyIn(before, resource), original, changes };
}

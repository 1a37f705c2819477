import type { DeletedRecord } from '../../../execution/writes/record-deletion.js';
import type { CompiledColumn, CompiledResource } from '../../../registry/compiled-resource.js';
import type { Change } from '../../action-log/change-log.js';
import { byField, keyIn } from './column-values.js';
import type { StoredRecord, UpdatedRecord } from './record-changes.js';

/** The row of the log about a stored record. @contract C8.1 */
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

/** The row about a changed record. A record that does not differ has none. */
export const updatedChange = (
  resource: CompiledResource,
  { record, before, changed }: UpdatedRecord,
): readonly Change[] =>
  changed.size === 0 ? [] : [changeOf(resource, 'Updated', before, record, changed.keys())];

/**
 * The row about a deleted record. Records that depended on it have rows of their own.
 * @contract C8.3
 */
export const deletedChange = ({ resource, record }: DeletedRecord): Change => ({
  name: 'Deleted',
  resource,
  key: keyIn(record, resource),
  original: byField(resource, resource.table.columns.values(), record),
  changes: {},
});

/** A row about columns of a record, before and now. */
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

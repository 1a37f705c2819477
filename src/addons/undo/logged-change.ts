import { RequestError } from '../../base/errors/index.js';
import type { ColumnValues } from '../../database/write/record-writer.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { Key } from '../../base/types/register.js';
import { parseColumnValue } from '../../pipeline/validation/column-value.js';
import type { ActionLog } from '../../modules/action-log/action-log.entity.js';
import {
  columnValuesOf,
  type RowValues,
  type Snapshot,
} from '../../modules/action-log/snapshot.js';

/** A change that the log contains, with what it takes to revert it. */
export interface LoggedChange {
  readonly row: ActionLog;
  /** The resource as the caller sees it. */
  readonly resource: CompiledResource;
  readonly key: Key;
  readonly snapshot: Snapshot;
}

/** Returns the values before the change, by column. @throws RequestError `revert_unavailable` */
export const valuesBefore = ({ resource, row, snapshot }: LoggedChange): ColumnValues =>
  valuesOf(resource.full, row.original, snapshot.before);

/** Returns the values that the change wrote, by column. @throws RequestError `revert_unavailable` */
export const valuesAfter = ({ resource, row, snapshot }: LoggedChange): ColumnValues =>
  valuesOf(resource.full, row.changes, snapshot.after);

/** Joins the values of the snapshot with those that only the log row contains. */
function valuesOf(
  resource: CompiledResource,
  logged: RowValues,
  kept: RowValues = {},
): ColumnValues {
  const values = columnValuesOf(resource.table, kept);
  const names = new Set([...resource.table.columns.values()].map(({ name }) => name));
  for (const [name, value] of Object.entries(logged)) {
    const column = resource.fields.get(name)?.column;
    if (!column && Object.hasOwn(kept, name) && names.has(name)) continue;
    if (!column) throw unavailable(`${resource.key} no longer has the field "${name}"`);
    if (values.has(column)) continue;
    const parsed = value === null ? { value } : parseColumnValue(column, value);
    if ('fault' in parsed) throw unavailable(`the old value of "${name}" no longer fits`);
    values.set(column, parsed.value);
  }
  return values;
}

/** @param why the end of a sentence */
export const unavailable = (why: string): RequestError =>
  new RequestError('revert_unavailable', { message: `The change cannot be reverted: ${why}.` });

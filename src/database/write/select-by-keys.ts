import type { Key } from '../../base/types/register.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { Row } from '../connection/database.js';
import type { Dialect } from '../dialects/dialect.js';
import type { SqlPart } from '../dialects/compose.js';
import { compareKeys } from './compare-keys.js';
import type { WriteTarget } from './record-writer.js';

/** What is selected of the rows `t`. */
interface KeyedSelect {
  readonly columns: string;
  /** ` and …`, in addition to the keys. */
  readonly conditions: SqlPart;
  /** One of the dialect's locks; empty for none. */
  readonly lock: string;
}

/**
 * Returns the select of rows by their keys. All of them lock rows in the same order, so that two
 * requests wait for each other without a deadlock.
 */
export function selectByKeys(
  dialect: Dialect,
  { table, keyColumn }: WriteTarget,
  keys: readonly Key[],
  { columns, conditions, lock }: KeyedSelect,
): SqlPart {
  const sql = dialect.keyed({
    table: dialect.quote(table.name),
    key: keyColumn,
    columns,
    conditions: conditions.sql,
    lock,
  });
  const list = dialect.bindList([...keys].sort(compareKeys(keyColumn)), keyColumn);
  return { sql, values: [list, ...conditions.values] };
}

/** Sorts rows by their keys, since databases may return them in another order. */
export function inKeyOrder(
  rows: readonly Row[],
  columns: readonly CompiledColumn[],
  keyColumn: CompiledColumn,
): readonly Row[] {
  const at = columns.indexOf(keyColumn);
  const order = compareKeys(keyColumn);
  return [...rows].sort((one, other) => order(one[at], other[at]));
}

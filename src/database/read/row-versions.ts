import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { Key } from '../../base/types/register.js';
import type { Connection, Row } from '../connection/database.js';
import type { Dialect } from '../dialects/dialect.js';
import { versionSql } from '../sql/version-sql.js';

/**
 * Reads the versions of rows with one statement, and without locks. Inside a transaction that has
 * locked the rows, they are those of the locked rows.
 *
 * @returns keys and versions, in any order; rows that do not exist are missing
 */
export async function readRowVersions(
  connection: Connection,
  { table, keyColumn }: Pick<CompiledResource, 'table' | 'keyColumn'>,
  keys: readonly Key[],
  dialect: Dialect,
): Promise<readonly Row[]> {
  if (keys.length === 0) return [];
  const sql = dialect.keyed({
    table: dialect.quote(table.name),
    key: keyColumn,
    columns: `${dialect.read(keyColumn, 't')}, ${versionSql(table, dialect, 't')}`,
    conditions: '',
    lock: '',
  });
  return connection.query(sql, [dialect.bindList(keys, keyColumn)]);
}

import type { CompiledTable } from '../../registry/resources/compiled-resource.js';
import type { Dialect } from '../dialects/dialect.js';
import { columnsFilledBy } from '../values/filled-columns.js';

/**
 * Returns the expression that differs after every change of a row: its `@VersionColumn`, or the
 * version that the database keeps, or a hash of all columns.
 *
 * @contract C13.1
 */
export function versionSql(table: CompiledTable, dialect: Dialect, alias: string): string {
  const [counter] = columnsFilledBy(table, 'version');
  if (counter) return dialect.read(counter, alias);
  if (isDigest(table, dialect)) return dialect.digest([...table.columns.values()], alias);
  return `${alias}.${dialect.rowVersion!}`;
}

/**
 * Whether {@link versionSql} is a hash of the row's values. A caller who knows most of the values
 * could find the others with it, so callers must not see it.
 */
export const isDigest = (table: CompiledTable, { rowVersion }: Dialect): boolean =>
  columnsFilledBy(table, 'version').length === 0 && (rowVersion === null || table.isView);

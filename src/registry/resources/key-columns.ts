import type { CompiledColumn, ValueType } from './compiled-resource.js';

/**
 * Texts that are compared as such; the others that are read as texts, as enums and addresses, are
 * compared as themselves.
 */
const texts: ReadonlySet<string> = new Set(
  'varchar text char character bpchar national nvarchar nchar varying native string citext mediumtext longtext tinytext clob'.split(
    ' ',
  ),
);
const addressable: readonly ValueType[] = ['integer', 'bigint', 'uuid', 'text'];

/** Is a value of the column compared with a key as the key is written? */
export const isComparedAsKey = ({ type, databaseType }: CompiledColumn): boolean =>
  type !== 'text' || texts.has(databaseType.split(' ')[0]!);

/** Can a value of the column be the key of a record, and so be part of a path? @contract C1.3 */
export const isRecordKey = (column: CompiledColumn): boolean =>
  addressable.includes(column.type) && isComparedAsKey(column);

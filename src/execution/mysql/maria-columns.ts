import { instants, type ColumnTypes } from '../database/column-types.js';

/** Strings have the collation of their table. */
export const mariadbColumns: ColumnTypes = {
  key: 'integer auto_increment primary key',
  integer: 'integer',
  boolean: 'boolean',
  json: 'json',
  uuid: 'varchar(36)',
  uuidKey: 'varchar(36) primary key not null',
  text: (length) => `varchar(${length})`,
  longText: 'mediumtext', // `text` ends at 64 KiB
  ...instants('datetime(3)', '(utc_timestamp(3))'),
};

export const mysqlColumns: ColumnTypes = {
  ...mariadbColumns,
  json: 'longtext', // a column declared `json` would reorder the keys
};

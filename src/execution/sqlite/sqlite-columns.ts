import { instants, type ColumnTypes } from '../database/column-types.js';

export const sqliteColumns: ColumnTypes = {
  key: 'integer primary key autoincrement',
  integer: 'integer',
  boolean: 'boolean',
  json: 'text', // a column declared `json` has numeric affinity: it would keep 1.0 as 1
  uuid: 'varchar(36)',
  uuidKey: 'varchar(36) primary key not null',
  text: (length) => `varchar(${length})`,
  longText: 'text',
  ...instants('datetime', `(strftime('%Y-%m-%d %H:%M:%f', 'now'))`),
};

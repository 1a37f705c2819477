import { doubleQuoted } from '../dialects/dialect.js';
import type { TrigramIndex, TrigramIndexes } from '../schema/trigram-indexes.js';

/**
 * A table of FTS5 that reads its text from the indexed table, and triggers that follow its rows.
 */
export const sqliteTrigrams: TrigramIndexes = {
  objects: `select name, sql from sqlite_master where type in ('table', 'trigger') and name like '%trigrams%'`,
  /** `vacuum` changes the number of a row unless it is its key. */
  refusal({ keys: [key, second], name }, stored) {
    const isRowNumber = second === undefined && stored?.findColumn(key!.name)?.type === 'integer';
    return isRowNumber ? null : `the key of ${name} is not "integer primary key"`;
  },
  statements(index) {
    const [table, ...triggers] = objectsOf(index);
    const name = doubleQuoted(index.name);
    const rebuild = `insert into ${name} (${name}) values ('rebuild')`;
    return [table!.sql, ...triggers.map(({ sql }) => sql), rebuild];
  },
  isComplete: (index, objects) =>
    objectsOf(index).every(
      ({ name, sql }) => objects.get(name)?.toLowerCase() === sql.toLowerCase(),
    ),
};

/** SQLite stores the statements as they were written, with `create` in upper case. */
function objectsOf({ name, table, column }: TrigramIndex) {
  const [index, from, text] = [name, table, column].map(doubleQuoted);
  const added = `insert into ${index} (rowid, ${text}) values (new.rowid, new.${text});`;
  const removed = `insert into ${index} (${index}, rowid, ${text}) values ('delete', old.rowid, old.${text});`;
  const trigger = (suffix: string, event: string, work: string) => ({
    name: `${name}_${suffix}`,
    sql: `create trigger ${doubleQuoted(`${name}_${suffix}`)} after ${event} on ${from} begin ${work} end`,
  });
  const content = table.replaceAll("'", "''");
  return [
    {
      name,
      sql: `create virtual table ${index} using fts5(${text}, content='${content}', content_rowid='rowid', tokenize='trigram')`,
    },
    trigger('insert', 'insert', added),
    trigger('delete', 'delete', removed),
    trigger('update', 'update', `${removed} ${added}`),
  ];
}

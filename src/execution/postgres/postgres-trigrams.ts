import { doubleQuoted, type Dialect } from '../dialects/dialect.js';
import type { TrigramIndexes } from '../schema/trigram-indexes.js';

/** An index on the folded column, which `like` on the same expression uses. */
export const postgresTrigrams = ({ folded }: Pick<Dialect, 'folded'>): TrigramIndexes => ({
  objects:
    `select c.relname, pg_get_indexdef(c.oid) from pg_index i join pg_class c on c.oid = i.indexrelid` +
    ` where i.indisvalid and pg_table_is_visible(c.oid) and pg_get_indexdef(c.oid) like '%gin_trgm_ops%'`,
  refusal: () => null,
  statements: ({ name, table, column }) => [
    'create extension if not exists pg_trgm',
    `create index ${doubleQuoted(name)} on ${doubleQuoted(table)} using gin` +
      ` (${folded(doubleQuoted(column))} gin_trgm_ops)`,
  ],
  isComplete: ({ name }, objects) => objects.has(name),
});

import type { ValueType } from '../compiled-resource.js';
import { eachResource, faultAt } from './each-resource.js';

/** What a text is never taken for. */
const types: readonly ValueType[] = ['integer', 'bigint', 'decimal', 'float', 'boolean', 'datetime', 'date'];

/**
 * The table keeps what the entity says. A database that tells types apart would fail the first statement that compares
 * such a column, or writes it as JSON.
 */
export const verifyStoredTypes = eachResource(function* (draft) {
  const { facts, table } = draft;
  if (!facts || !table) return;
  for (const column of table.columns.values())
    if (types.includes(column.type) && facts.isText(table.name, column.name))
      yield faultAt(
        draft,
        draft.fields.find((field) => field.column === column)?.name ?? '',
        `the entity says that ${column.name} is ${column.databaseType}, and in ${table.name} it is a text`,
        `@Column('text') ${column.property}: string, or a migration that makes the column ${column.databaseType}`,
      );
});

import type { SchemaFacts, StoredColumn } from '../../registry/resources/schema-facts.js';

/**
 * Returns facts in which some tables are those of another database.
 *
 * @param other `null` if that database does not exist yet: then these tables have every index
 * @param tables their names in lower case
 */
export function withTablesOf(
  facts: SchemaFacts,
  other: SchemaFacts | null,
  tables: ReadonlySet<string>,
): SchemaFacts {
  const isOther = (table: string): boolean => tables.has(table.toLowerCase());
  const columns = new Set<StoredColumn>();
  return {
    ...facts,
    isIndexed: (table, column) =>
      isOther(table) ? (other?.isIndexed(table, column) ?? true) : facts.isIndexed(table, column),
    isExact: (table, column) =>
      isOther(table) ? (other?.isExact(table, column) ?? true) : facts.isExact(table, column),
    isFitting: (column, stored) => (columns.has(stored) ? other! : facts).isFitting(column, stored),
    findTable(name) {
      if (!isOther(name) || !other) return facts.findTable(name);
      const table = other.findTable(name);
      for (const column of table?.columns ?? []) columns.add(column);
      return table;
    },
  };
}

import type {
  ColumnFacts,
  ForeignKeyFacts,
  TableFacts,
} from '../../registry/resources/table-facts.js';
import type { Database, Row } from '../connection/database.js';
import { engines } from '../engines/engines.js';

interface Rows {
  readonly columns: readonly Row[];
  readonly indexes: readonly Row[];
  readonly foreignKeys: readonly Row[];
  readonly checks: readonly Row[];
}

/** Reads all tables and views with four statements, sorted by name. */
export async function readTables(database: Database): Promise<readonly TableFacts[]> {
  const { tableQueries, schemaQueries } = engines[database.dialect];
  const rows: Rows = {
    columns: await database.query(tableQueries.columns),
    indexes: await database.query(tableQueries.indexes),
    foreignKeys: await database.query(tableQueries.foreignKeys),
    checks: await database.query(tableQueries.checks),
  };
  const names = [...new Set(rows.columns.map(([table]) => String(table)))].sort();
  const tables = names.map((name) => describeTable(name, rows, tableQueries.checksIn));
  return tables.map((table) => resolveKeys(table, tables, schemaQueries.fold));
}

function describeTable(
  name: string,
  rows: Rows,
  checksIn: (text: string) => readonly string[],
): TableFacts {
  const own = (all: readonly Row[]) => all.filter(([table]) => table === name);
  const columns = own(rows.columns);
  const placeOf = (key: ForeignKeyFacts) => columns.findIndex((row) => row[1] === key.columns[0]);
  const indexes = groupsOf(own(rows.indexes)).map((group) => ({
    isPrimary: Number(group[0]![2]) === 1,
    isUnique: Number(group[0]![3]) === 1,
    columns: group.map((row) => String(row[4])),
  }));
  return {
    name,
    isView: columns.some((row) => Number(row[7]) === 1),
    columns: columns.filter(([, column]) => column !== null).map(columnOf),
    primaryKey: indexes.find(({ isPrimary }) => isPrimary)?.columns ?? [],
    uniques: indexes
      .filter((index) => index.isUnique && !index.isPrimary && !index.columns.includes(''))
      .map((index) => index.columns),
    indexed: [...new Set(indexes.map((index) => index.columns[0]!))],
    foreignKeys: groupsOf(own(rows.foreignKeys))
      .map(foreignKeyOf)
      .sort((one, other) => placeOf(one) - placeOf(other)),
    checks: own(rows.checks).flatMap(([, text]) => checksIn(String(text))),
  };
}

const columnOf = ([, name, type, nullable, expression, generated, labels]: Row): ColumnFacts => ({
  name: String(name),
  type: String(type),
  labels: labels === null ? null : (JSON.parse(String(labels)) as string[]),
  nullable: Number(nullable) === 1,
  default: expression === null ? null : String(expression),
  generated: generated as ColumnFacts['generated'],
});

const foreignKeyOf = (group: readonly Row[]): ForeignKeyFacts => ({
  columns: group.map((row) => String(row[2])),
  table: String(group[0]![3]),
  references: group.flatMap((row) => (row[4] === null ? [] : [String(row[4])])),
});

/** Names a referenced table as it is named itself, and the columns of its key where none are named. */
function resolveKeys(
  table: TableFacts,
  tables: readonly TableFacts[],
  fold: (name: string) => string,
): TableFacts {
  const foreignKeys = table.foreignKeys.map((key) => {
    const target = tables.find(({ name }) => fold(name) === fold(key.table));
    if (!target) return key;
    const named = key.references.length > 0 ? key.references : target.primaryKey;
    const columnNamed = (name: string) =>
      target.columns.find((column) => fold(column.name) === fold(name))?.name ?? name;
    return { ...key, table: target.name, references: named.map(columnNamed) };
  });
  return { ...table, foreignKeys };
}

/** The rows of each index or foreign key, whose name is in the second place. */
function groupsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = String(row[1]);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups.values()];
}

import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type {
  SchemaFacts,
  StoredColumn,
  StoredIndex,
  StoredTable,
} from '../../registry/resources/schema-facts.js';
import type { Database, DialectName, Row } from '../connection/database.js';
import { engines } from '../engines/engines.js';
import { isCompatible } from '../dialects/stored-types.js';

/** Reads the columns and indexes of all tables with two statements. */
export async function readSchema(database: Database): Promise<SchemaFacts> {
  const { columns, indexes } = engines[database.dialect].schemaQueries;
  const columnRows = await database.query(columns);
  const indexRows = await database.query(indexes);
  return describeSchema(database.dialect, columnRows, indexRows);
}

interface Schema {
  readonly tables: ReadonlyMap<string, StoredTable>;
  /** `table column` for columns that do not compare by code points. */
  readonly inexact: ReadonlySet<string>;
}

function describeSchema(
  dialect: DialectName,
  columnRows: readonly Row[],
  indexRows: readonly Row[],
): SchemaFacts {
  const { fold, indexedAs, compatibleKinds } = engines[dialect].schemaQueries;
  const { tables, inexact } = tablesOf(columnRows, indexesOf(indexRows, fold), fold);
  const findTable = (name: string) => tables.get(fold(name));
  return {
    findTable,
    tableNames: [...tables.keys()],
    indexedAs,
    isIndexed: (table, column: CompiledColumn) =>
      findTable(table)?.indexes.some(
        ({ columns: [first] }) => fold(first!) === fold(indexedAs(column)),
      ) ?? false,
    isExact: (table, column) => !inexact.has(`${fold(table)} ${fold(column)}`),
    isFitting: (column, stored) => isCompatible(compatibleKinds, column, stored.type),
  };
}

type Fold = (name: string) => string;

function tablesOf(
  rows: readonly Row[],
  indexes: ReadonlyMap<string, readonly StoredIndex[]>,
  fold: Fold,
): Schema {
  const tables = new Map<string, StoredTable>();
  const inexact = new Set<string>();
  for (const [name, group] of groupBy(rows, ([table]) => fold(String(table)))) {
    const columns = group.filter(([, column]) => column !== null).map(columnOf);
    const byName = new Map(columns.map((column) => [fold(column.name), column]));
    const schema = group[0]![10] ?? null;
    tables.set(name, {
      schema: schema === null ? null : String(schema),
      isView: group.some((row) => Number(row[7]) === 1),
      hasTriggers: group.some((row) => Number(row[13]) === 1),
      columns: columns.length > 0 ? columns : null,
      indexes: indexes.get(name) ?? [],
      findColumn: (column) => byName.get(fold(column)),
    });
    for (const row of group)
      if (Number(row[6]) === 1) inexact.add(`${name} ${fold(String(row[1]))}`);
  }
  return { tables, inexact };
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

const columnOf = ([
  ,
  name,
  type,
  nullable,
  filled,
  length,
  ,
  ,
  own,
  unsigned,
  ,
  computed,
  key,
  ,
  precision,
  scale,
]: Row): StoredColumn => ({
  name: String(name),
  type: String(type),
  nullable: Number(nullable) === 1,
  filled: Number(filled) === 1,
  length: numberOrNull(length),
  precision: numberOrNull(precision),
  scale: numberOrNull(scale),
  generated: Number(own) === 1,
  unsigned: Number(unsigned) === 1,
  computed: Number(computed) === 1,
  isKey: Number(key) === 1,
});

function indexesOf(rows: readonly Row[], fold: Fold): ReadonlyMap<string, readonly StoredIndex[]> {
  const byIndex = groupBy(rows, ([table, index]) => `${fold(String(table))} ${String(index)}`);
  const indexes = [...byIndex.values()].map((group) => ({
    table: fold(String(group[0]![0])),
    index: {
      unique: Number(group[0]![2]) === 1,
      columns: group.map(([, , , column]) => String(column)),
    },
  }));
  return new Map(
    [...groupBy(indexes, ({ table }) => table)].map(([table, group]) => [
      table,
      group.map(({ index }) => index),
    ]),
  );
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

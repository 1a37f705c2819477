import type {
  ForeignKey,
  SchemaFacts,
  StoredCheck,
  StoredColumn,
  StoredTable,
} from '../../registry/resources/schema-facts.js';
import type { Database, DialectName, Row } from '../connection/database.js';
import type { SchemaQueries, SchemaQuery } from '../dialects/schema-queries.js';
import { isCompatible } from '../dialects/stored-types.js';
import { engines } from '../engines/engines.js';
import { isSet, numberOrNull, textOrNull, type Values, type ValuesOf } from './row-values.js';
import { storedIndexes, type IndexRow } from './stored-indexes.js';

/** What a schema is read from. */
export type SchemaSource = Pick<Database, 'dialect' | 'query'>;

type ColumnValues = ValuesOf<SchemaQueries['columns']>;
type CheckValues = ValuesOf<SchemaQueries['checks']>;
type KeyValues = ValuesOf<SchemaQueries['foreignKeys']>;

/**
 * Reads all tables and views with four statements. Nothing else reads what a database contains,
 * except {@link findMissingTables} and single tables in migrations.
 */
export async function readSchema(source: SchemaSource): Promise<SchemaFacts> {
  const queries = engines[source.dialect].schemaQueries;
  const { fold } = queries;
  const tableName = ({ table }: { readonly table: unknown }) => fold(String(table));
  const columns = groupBy(await read(source, queries.columns), tableName);
  const indexes = groupBy(await read(source, queries.indexes), tableName);
  const checks = groupBy(await read(source, queries.checks), tableName);
  const keys = await read(source, queries.foreignKeys);
  const tables = new Map(
    [...columns].map(([name, rows]) => [
      name,
      tableOf(rows, indexes.get(name) ?? [], checks.get(name) ?? [], source.dialect),
    ]),
  );
  const findTable = (name: string) => tables.get(fold(name));
  return {
    tables: [...tables.values()],
    foreignKeys: groupsOf(keys, ({ table, key }) => `${String(table)} ${String(key)}`).map((rows) =>
      foreignKeyOf(rows, findTable),
    ),
    findTable,
  };
}

/**
 * Returns the tables that the database does not have, with one small statement: what every readiness
 * check asks for, which {@link readSchema} would be too slow for.
 */
export async function findMissingTables(
  database: SchemaSource,
  tables: readonly string[],
): Promise<readonly string[]> {
  if (tables.length === 0) return [];
  const { fold, tablesNamed } = engines[database.dialect].schemaQueries;
  const sql = tablesNamed(tables.map(() => '?').join(', '));
  const rows = await database.query(sql, tables.map(fold));
  const found = new Set(rows.map(([name]) => fold(String(name))));
  return tables.filter((table) => !found.has(fold(table)));
}

async function read<Name extends string>(
  source: SchemaSource,
  { select, from }: SchemaQuery<Name>,
): Promise<readonly Values<Name>[]> {
  const names = Object.keys(select) as Name[];
  const values = names.map((name) => `${select[name]!} as "${name}"`);
  const rows: readonly Row[] = await source.query(`select ${values.join(', ')} ${from}`);
  return rows.map(
    (row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as Values<Name>,
  );
}

function tableOf(
  rows: readonly ColumnValues[],
  indexRows: readonly IndexRow[],
  checkRows: readonly CheckValues[],
  dialect: DialectName,
): StoredTable {
  const { fold, indexedAs, compatibleKinds, checksIn } = engines[dialect].schemaQueries;
  const [{ table, schema, isView, isPlain, hasTriggers, returnsRows }] = rows as [ColumnValues];
  const columns = rows
    .filter(({ column }) => column !== null)
    .map((row) => columnOf(row, compatibleKinds));
  const byName = new Map(columns.map((column) => [fold(column.name), column]));
  const checks = groupsOf(checkRows, ({ check, sql }) => `${String(check)} ${String(sql)}`);
  const name = String(table);
  const findColumn = (wanted: string) => byName.get(fold(wanted));
  return {
    name,
    schema: textOrNull(schema),
    isView: isSet(isView),
    isPlain: isSet(isPlain),
    hasTriggers: isSet(hasTriggers),
    returnsRows: isSet(returnsRows),
    columns: columns.length > 0 ? columns : null,
    ...storedIndexes(
      name,
      groupsOf(indexRows, ({ index }) => String(index)),
      findColumn,
      dialect,
    ),
    checks: checks.flatMap((group) => checksOf(group, checksIn)),
    findColumn,
    indexedAs,
  };
}

const columnOf = (row: ColumnValues, kinds: SchemaQueries['compatibleKinds']): StoredColumn => ({
  name: String(row.column),
  type: String(row.type),
  sql: String(row.sql),
  labels: JSON.parse(textOrNull(row.labels) ?? 'null') as string[] | null,
  nullable: isSet(row.isNullable),
  required: isSet(row.isRequired),
  default: textOrNull(row.default),
  filled: isSet(row.isFilled),
  length: numberOrNull(row.length),
  precision: numberOrNull(row.precision),
  scale: numberOrNull(row.scale),
  generated: isSet(row.isGenerated),
  counted: isSet(row.isCounted),
  unsigned: isSet(row.isUnsigned),
  computed: isSet(row.isComputed),
  isKey: isSet(row.isKey),
  exact: !isSet(row.isInexact),
  canHold: (column) => isCompatible(kinds, column, String(row.type)),
});

function checksOf(
  rows: readonly CheckValues[],
  checksIn: SchemaQueries['checksIn'],
): readonly StoredCheck[] {
  const { check, sql } = rows[0]!;
  const found = checksIn?.(String(sql)) ?? [{ name: String(check), expression: String(sql) }];
  const columns = rows.flatMap(({ column }) => textOrNull(column) ?? []);
  return found.map((each) => ({ ...each, columns }));
}

/** Names tables and columns as they are named themselves, and those of a key where none are named. */
function foreignKeyOf(rows: readonly KeyValues[], findTable: SchemaFacts['findTable']): ForeignKey {
  const { table, target, onDelete } = rows[0]!;
  const named = rows.flatMap(({ targetColumn }) => textOrNull(targetColumn) ?? []);
  const primary = findTable(String(target))?.indexes.find((index) => index.primary);
  const sideOf = (side: unknown, columns: readonly string[]) => {
    const found = findTable(String(side));
    return {
      table: found?.name ?? String(side),
      columns: columns.map((name) => found?.findColumn(name)?.name ?? name),
    };
  };
  return {
    from: sideOf(
      table,
      rows.map(({ column }) => String(column)),
    ),
    to: sideOf(target, named.length > 0 ? named : (primary?.columns ?? [])),
    onDelete: String(onDelete).toLowerCase(),
  };
}

const groupsOf = <Item>(
  items: readonly Item[],
  groupKey: (item: Item) => string,
): readonly (readonly Item[])[] => [...groupBy(items, groupKey).values()];

function groupBy<Item>(
  items: readonly Item[],
  groupKey: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = groupKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

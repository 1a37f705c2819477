import type { ColumnFacts, ForeignKeyFacts, TableFacts } from './table-facts.js';
import { hasQuote, UNQUOTED } from './map-columns.js';
import { mapType } from './column-types.js';
import { propertyNameOf } from './member-names.js';

/** A table that joins two others. */
export interface Pair {
  readonly table: TableFacts;
  readonly first: ForeignKeyFacts;
  readonly second: ForeignKeyFacts;
  /** Whether rows contain more than the two keys, so that the table has an entity. */
  readonly isPivot: boolean;
}

/** A table with a key of one column. */
export interface Keyed {
  readonly table: TableFacts;
  readonly key: string;
}

/** What each table becomes. */
export interface TableKinds {
  readonly keyed: readonly Keyed[];
  readonly pairs: readonly Pair[];
  readonly notes: readonly string[];
}

/** The tables that the service creates by itself, each with one of its columns. */
const ownTables: Readonly<Record<string, string>> = {
  action_log_files: 'snapshot_id',
  action_log_snapshots: 'content',
  action_logs: 'actionable_type',
  action_runs: 'batch_id',
  idempotency_keys: 'response',
  last_writes: 'mark',
  login_attempts: 'failed_at',
  migration_locks: 'taken',
  migrations: 'timestamp',
  service_secrets: 'secret',
  tokens: 'fingerprint',
};

/**
 * Decides which tables get a resource and which join two others; notes explain the rest.
 *
 * @param prefix what the names of the service's own tables begin with
 */
export function sortTables(tables: readonly TableFacts[], prefix: string): TableKinds {
  const notes: string[] = [];
  const readable = tables.filter((table) => {
    const note = refuse(table, prefix);
    if (note) notes.push(note);
    return note === null;
  });
  const candidates = readable.map((table) => ({ table, key: keyColumnOf(table) }));
  const isKeyed = (name: string) =>
    candidates.some(({ table, key }) => table.name === name && key !== null);
  const pairs = readable.flatMap((table) => pairOf(table, tables, isKeyed) ?? []);
  const others = candidates.filter(({ table }) => !pairs.some((pair) => pair.table === table));
  for (const { table, key } of others) if (key === null) notes.push(explainMissingKey(table));
  return { keyed: others.filter((each): each is Keyed => each.key !== null), pairs, notes };
}

/** Returns why a table is not read; an empty string for a table of the service itself. */
function refuse({ name, isView, columns }: TableFacts, prefix: string): string | null {
  if (isView)
    return `Not mapped: the view ${name}, because a view has no key. To serve it, write an entity with the column that identifies a row as @PrimaryColumn.`;
  if (hasQuote(name)) return `Not mapped: the table ${name}, because ${UNQUOTED}.`;
  const table = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  const own = Object.hasOwn(ownTables, table) ? ownTables[table] : undefined;
  if (own === undefined) return null;
  return columns.some((column) => column.name === own)
    ? ''
    : `Not mapped: the table ${name}, because the service keeps a table of this name. To serve it, rename the service's: run the command again with DATABASE_TABLE_PREFIX=api_, and keep this setting.`;
}

const keyTypes = new Set([
  'int',
  'smallint',
  'mediumint',
  'tinyint',
  'bigint',
  'varchar',
  'text',
  'uuid',
]);

const isKeyType = (column: ColumnFacts | undefined): boolean => {
  const mapped = column && mapType(column.type, column.labels);
  return mapped !== undefined && 'type' in mapped && keyTypes.has(mapped.type);
};

/** The primary key if it has one column, or else another column that identifies a row. */
function keyColumnOf({ columns, primaryKey, uniques }: TableFacts): string | null {
  const single = [primaryKey, ...uniques].filter(({ length }) => length === 1);
  const found = single
    .map(([name]) => columns.find((column) => column.name === name))
    .find((column) => isKeyType(column) && !column!.nullable);
  return found?.name ?? null;
}

function explainMissingKey({ name, columns, primaryKey }: TableFacts): string {
  const step =
    'Add a column that is unique and not null, or write an entity for a view that builds a key.';
  if (primaryKey.length === 0)
    return `Not mapped: the table ${name}, because it has no primary key. ${step}`;
  if (primaryKey.length > 1)
    return `Not mapped: the table ${name}, because its primary key has ${primaryKey.length} columns (${primaryKey.join(', ')}), and a resource has one. ${step}`;
  const type = columns.find((column) => column.name === primaryKey[0])?.type;
  return `Not mapped: the table ${name}, because its key ${primaryKey[0]} is ${type}, which cannot be part of a path. ${step}`;
}

const isTimestamp = (column: string): boolean =>
  ['createdAt', 'updatedAt'].includes(propertyNameOf(column));

/** The two foreign keys of a join table: the pair is its key, or there is nothing else in it. */
function pairOf(
  table: TableFacts,
  all: readonly TableFacts[],
  isKeyed: (name: string) => boolean,
): Pair | null {
  const { columns, primaryKey } = table;
  const single = table.foreignKeys.filter((key) => key.columns.length === 1 && isKeyed(key.table));
  const [first, second, ...more] = inKey(single, primaryKey);
  if (!first || !second || more.length > 0) return null;
  if (first.columns[0] === second.columns[0]) return null;
  if (all.some(({ foreignKeys }) => foreignKeys.some((key) => key.table === table.name)))
    return null;
  const ends = [first.columns[0]!, second.columns[0]!];
  if (columns.some(({ name, nullable }) => ends.includes(name) && nullable)) return null;
  const rest = columns.filter(({ name }) => !ends.includes(name));
  const isPairKey = primaryKey.length === 2 && primaryKey.every((name) => ends.includes(name));
  const isBare = rest.every((column) => isOwnKey(column, primaryKey) || isTimestamp(column.name));
  if (!isPairKey && !isBare) return null;
  return { table, first, second, isPivot: rest.length > 0 };
}

/** The foreign keys in a primary key of two columns; all where the key is another column. */
const inKey = (keys: readonly ForeignKeyFacts[], primaryKey: readonly string[]) =>
  primaryKey.length === 2 ? keys.filter(({ columns: [name] }) => primaryKey.includes(name!)) : keys;

/** A key that the database generates. */
const isOwnKey = (column: ColumnFacts, primaryKey: readonly string[]): boolean =>
  primaryKey.length === 1 &&
  primaryKey[0] === column.name &&
  (column.generated === 'key' || column.default !== null);

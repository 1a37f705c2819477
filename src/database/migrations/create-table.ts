import type { QueryRunner } from 'typeorm';
import type { DialectName } from '../connection/database.js';
import { instantOf } from '../dialects/instant-of.js';
import { exactCollations } from '../engines/mysql/exact-collations.js';
import { columnTypeSource, columnTypesOf, dialectOf, type ColumnTypes } from './column-types.js';

type ColumnNames = readonly string[];

/** The definition of a table in a migration. Lists of columns keep their order. */
export interface TableDefinition {
  /** Column -> its type and constraints: `${type.text(190)} not null`. */
  readonly columns: Readonly<Record<string, string>>;
  /** The key, if it has several columns. */
  readonly primaryKey?: ColumnNames;
  readonly uniques?: readonly ColumnNames[];
  readonly indexes?: readonly ColumnNames[];
  /** Column -> its reference: `users (id) on delete restrict`. */
  readonly foreignKeys?: Readonly<Record<string, string>>;
}

/**
 * Creates a table with its indexes unless it exists. On MariaDB and MySQL, where DDL commits
 * implicitly, both are one statement: a migration that was interrupted can run again.
 */
export async function createTable(
  queryRunner: QueryRunner,
  table: string,
  define: (type: ColumnTypes) => TableDefinition,
): Promise<void> {
  const dialect = await dialectOf(queryRunner);
  const definition = define(columnTypesOf(dialect));
  if (dialect === 'mariadb' || dialect === 'mysql')
    return createWithIndexes(queryRunner, table, dialect, definition);
  await queryRunner.query(
    `create table if not exists ${table} (${linesOf(table, dialect, definition).join(', ')})`,
  );
  for (const columns of definition.indexes ?? []) {
    const index = constraintName(table, columns, 'index');
    const indexed =
      dialect === 'sqlite' ? columns.map((column) => compared(column, definition)) : columns;
    await queryRunner.query(
      `create index if not exists ${index} on ${table} (${indexed.join(', ')})`,
    );
  }
}

/** SQLite stores instants as strings, which are compared as instants. */
const compared = (column: string, { columns }: TableDefinition): string =>
  columns[column]?.startsWith(columnTypesOf('sqlite').datetime) ? instantOf(column) : column;

/** Drops a table with its indexes, if it exists. */
export async function dropTable(queryRunner: QueryRunner, table: string): Promise<void> {
  await queryRunner.query(`drop table if exists ${table}`);
}

async function createWithIndexes(
  queryRunner: QueryRunner,
  table: string,
  dialect: keyof typeof exactCollations,
  definition: TableDefinition,
): Promise<void> {
  const indexes = (definition.indexes ?? []).map(
    (columns) => `index ${constraintName(table, columns, 'index')} (${columns.join(', ')})`,
  );
  const lines = [...linesOf(table, dialect, definition), ...indexes].join(', ');
  const collation = `character set utf8mb4 collate ${exactCollations[dialect]}`;
  await queryRunner.query(`create table if not exists ${table} (${lines}) ${collation}`);
}

function linesOf(
  table: string,
  dialect: DialectName,
  { columns, primaryKey, uniques = [], foreignKeys = {} }: TableDefinition,
): string[] {
  return [
    ...Object.entries(columns).map(
      ([column, type]) => `${column} ${columnTypeSource(type, dialect)}`,
    ),
    ...(primaryKey ? [`primary key (${primaryKey.join(', ')})`] : []),
    ...uniques.map(
      (unique) =>
        `constraint ${constraintName(table, unique, 'unique')} unique (${unique.join(', ')})`,
    ),
    ...Object.entries(foreignKeys).map(
      ([column, target]) =>
        `constraint ${constraintName(table, [column], 'foreign')} foreign key (${column}) references ${target}`,
    ),
  ];
}

/** On PostgreSQL and SQLite names are unique per schema, so they include their table. */
const constraintName = (table: string, columns: ColumnNames, kind: string) =>
  [table, ...columns, kind].join('_');

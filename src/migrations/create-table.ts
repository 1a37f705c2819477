import type { QueryRunner } from 'typeorm';
import type { TableForm } from '../execution/database/table-form.js';
import { engineUnder, type ColumnTypes } from './column-types.js';

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
  const { columnTypes, tableForm } = await engineUnder(queryRunner);
  const definition = define(columnTypes);
  const { columns, indexes = [] } = definition;
  const named = indexes.map((index) => ({
    name: nameOf(table, index, 'index'),
    list: index.map((column) => tableForm.indexed(column, columns[column])).join(', '),
  }));
  const lines = linesOf(table, tableForm, definition);
  if (tableForm.hasInlineIndexes)
    lines.push(...named.map(({ name, list }) => `index ${name} (${list})`));
  await queryRunner.query(
    `create table if not exists ${table} (${lines.join(', ')})${tableForm.suffix}`,
  );
  if (tableForm.hasInlineIndexes) return;
  for (const { name, list } of named)
    await queryRunner.query(`create index if not exists ${name} on ${table} (${list})`);
}

/** Drops a table with its indexes, if it exists. */
export async function dropTable(queryRunner: QueryRunner, table: string): Promise<void> {
  await queryRunner.query(`drop table if exists ${table}`);
}

function linesOf(
  table: string,
  form: TableForm,
  { columns, primaryKey, uniques = [], foreignKeys = {} }: TableDefinition,
): string[] {
  return [
    ...Object.entries(columns).map(([column, type]) => `${column} ${form.define(type)}`),
    ...(primaryKey ? [`primary key (${primaryKey.join(', ')})`] : []),
    ...uniques.map(
      (unique) => `constraint ${nameOf(table, unique, 'unique')} unique (${unique.join(', ')})`,
    ),
    ...Object.entries(foreignKeys).map(
      ([column, target]) =>
        `constraint ${nameOf(table, [column], 'foreign')} foreign key (${column}) references ${target}`,
    ),
  ];
}

/** On PostgreSQL and SQLite names are unique per schema, so they include their table. */
const nameOf = (table: string, columns: ColumnNames, kind: string) =>
  [table, ...columns, kind].join('_');

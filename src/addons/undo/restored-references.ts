import { Injectable } from '@nestjs/common';
import type { Connection } from '../../database/connection/database.js';
import { StoredSchema } from '../../database/schema/stored-schema.js';
import { ExactRows, type ExactRow } from '../../database/write/exact-rows.js';
import { ValueIndex } from '../../database/values/value-index.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';

/** Columns of a table that refer to rows of another. */
interface Reference {
  /** The relation, the field, or the column. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly to: { readonly table: string; readonly columns: readonly string[] };
}

/** A row that cannot be stored, since it refers to a row that no longer exists. */
export interface DanglingReference {
  /** The place of the row. */
  readonly at: number;
  /** The relation, the field, or the column. */
  readonly name: string;
  /** The value of the reference. */
  readonly key: string;
}

/** Finds the rows of a revert that refer to rows which are gone. @contract C15.1 */
@Injectable()
export class RestoredReferences {
  constructor(
    private readonly schema: StoredSchema,
    private readonly exact: ExactRows,
  ) {}

  /**
   * Returns the first lost reference of each row that has one. Rows may refer to each other.
   *
   * @param resource the resource of the restored records, whose relations name the references
   */
  async lost(
    connection: Connection,
    resource: CompiledResource,
    table: string,
    rows: readonly ExactRow[],
  ): Promise<readonly DanglingReference[]> {
    const lost = new Map<number, DanglingReference>();
    for (const reference of await this.referencesOf(resource, table))
      for (const each of await this.lostOf(connection, reference, table, rows))
        if (!lost.has(each.at)) lost.set(each.at, each);
    return [...lost.values()];
  }

  private async lostOf(
    connection: Connection,
    { name, columns, to }: Reference,
    table: string,
    rows: readonly ExactRow[],
  ): Promise<readonly DanglingReference[]> {
    const referring = await this.valuesIn(table, columns, rows);
    const given = referring.flatMap((values, at) =>
      values.every((value) => value !== null) ? [{ at, values }] : [],
    );
    if (given.length === 0) return [];
    const all = this.exact.columnsOf(to.table);
    const found = await this.exact.find(connection, {
      table: to.table,
      select: all.filter((column) => to.columns.includes(column.name)),
      by: to.columns,
      values: given.map(({ values }) => values),
    });
    const present = to.table === table ? [...found, ...rows] : found;
    const index = new ValueIndex(await this.valuesIn(to.table, to.columns, present));
    return given
      .filter(({ values }) => index.find(values) === undefined)
      .map(({ at, values }) => ({ at, name, key: values.map(String).join(', ') }));
  }

  private async valuesIn(
    table: string,
    names: readonly string[],
    rows: readonly ExactRow[],
  ): Promise<readonly (readonly unknown[])[]> {
    const all = this.exact.columnsOf(table);
    const columns = names.map((name) => all.find((column) => column.name === name)!);
    return rows.map((row) => columns.map((column) => this.exact.valueOf(column, row)));
  }

  /** Returns the table's foreign keys, and those that only a relation declares. */
  private async referencesOf(
    resource: CompiledResource,
    table: string,
  ): Promise<readonly Reference[]> {
    const relations = [...resource.relations.values()].filter(
      (relation) => relation.form === 'relation',
    );
    const known = this.schema.foreignKeys;
    const keys = known
      .filter(({ from }) => from.table === table)
      .map(({ from: { columns }, to }) => ({
        name: referenceName(resource, table, columns[0]!),
        columns,
        to,
      }));
    const declared = relations.flatMap(({ key, join, resource: related }): readonly Reference[] =>
      join.keyOn === 'pivot' && join.table.name === table
        ? [
            {
              name: key,
              columns: [join.related.name],
              to: { table: related.table.name, columns: [join.target.name] },
            },
          ]
        : [],
    );
    const isKnown = ({ columns }: Reference) => keys.some((key) => key.columns[0] === columns[0]);
    return [...keys, ...declared.filter((each) => !isKnown(each))];
  }
}

/** Returns the relation, the field or the column of a reference, for callers. */
export function referenceName(
  { table: own, relations, fields }: CompiledResource,
  table: string,
  column: string,
): string {
  for (const relation of relations.values()) {
    if (relation.form !== 'relation') continue;
    const { join } = relation;
    if (join.keyOn === 'pivot' && join.table.name === table && join.related.name === column)
      return relation.key;
    if (join.keyOn === 'parent' && own.name === table && join.column.name === column)
      return relation.key;
  }
  if (own.name !== table) return `${table}.${column}`;
  return [...fields.values()].find((field) => field.column.name === column)?.name ?? column;
}

import type { EntityMetadata } from 'typeorm';
import type { SchemaFacts, StoredColumn } from '../../registry/resources/schema-facts.js';
import type { Database } from '../connection/database.js';
import { engines } from '../engines/engines.js';
import { readForeignKeys, type ForeignKey } from './read-foreign-keys.js';

/**
 * The tables of the database as they were at boot. Tables and columns are named as entities name
 * them, on databases that ignore case.
 */
export class StoredSchema {
  private columns: ReadonlyMap<string, readonly StoredColumn[]> = new Map();
  private keys: readonly ForeignKey[] = [];

  constructor(private readonly database: Database) {}

  /** Called once at boot. */
  async load(facts: SchemaFacts): Promise<void> {
    const entities = byName(this.database.dataSource.entityMetadatas, ({ tableName }) =>
      this.fold(tableName),
    );
    this.columns = new Map(
      facts.tableNames.map((table) => [
        table,
        this.named(facts.findTable(table)?.columns ?? [], entities.get(table)),
      ]),
    );
    const keys = await readForeignKeys(this.database);
    const sideOf = ({ table, columns }: ForeignKey['from']) => ({
      table: entities.get(this.fold(table))?.tableName ?? table,
      columns: columns.map((name) => this.findColumn(table, name)?.name ?? name),
    });
    this.keys = keys.map((key) => ({ ...key, from: sideOf(key.from), to: sideOf(key.to) }));
  }

  /** Returns the columns of a table; none if there is no such table, or the database lists none. */
  columnsOf(table: string): readonly StoredColumn[] {
    return this.columns.get(this.fold(table)) ?? [];
  }

  get foreignKeys(): readonly ForeignKey[] {
    return this.keys;
  }

  private findColumn(table: string, column: string): StoredColumn | undefined {
    const name = this.fold(column);
    return this.columnsOf(table).find((each) => this.fold(each.name) === name);
  }

  private named(
    columns: readonly StoredColumn[],
    entity: EntityMetadata | undefined,
  ): readonly StoredColumn[] {
    const declared = byName(entity?.columns ?? [], ({ databaseName }) => this.fold(databaseName));
    return columns.map((column) => ({
      ...column,
      name: declared.get(this.fold(column.name))?.databaseName ?? column.name,
    }));
  }

  private fold(name: string): string {
    return engines[this.database.dialect].schemaQueries.fold(name);
  }
}

const byName = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item> =>
  new Map(items.map((item) => [nameOf(item), item]));

import type {
  ForeignKey,
  SchemaFacts,
  StoredColumn,
} from '../../registry/resources/schema-facts.js';
import type { Database } from '../connection/database.js';
import { engines } from '../engines/engines.js';

/**
 * The tables of the database as they were at boot. Tables and columns are named as entities name
 * them, on databases that ignore case.
 */
export class StoredSchema {
  /** Keys to tables of another schema are left out, since statements do not find these. */
  foreignKeys: readonly ForeignKey[] = [];
  /** As the database names them; `null` before {@link load}. */
  facts: SchemaFacts | null = null;
  private columns: ReadonlyMap<string, readonly StoredColumn[]> = new Map();

  constructor(private readonly database: Database) {}

  /** Called once at boot. */
  load(facts: SchemaFacts): void {
    const entities = new Map(
      this.database.dataSource.entityMetadatas.map((each) => [this.fold(each.tableName), each]),
    );
    const named = (table: string, name: string) =>
      entities
        .get(this.fold(table))
        ?.columns.find(({ databaseName }) => this.fold(databaseName) === this.fold(name))
        ?.databaseName ?? name;
    const sideOf = ({ table, columns }: ForeignKey['from']) => ({
      table: entities.get(this.fold(table))?.tableName ?? table,
      columns: columns.map((name) => named(table, name)),
    });
    this.facts = facts;
    this.columns = new Map(
      facts.tables.map(({ name: table, columns }) => [
        this.fold(table),
        (columns ?? []).map((column) => ({ ...column, name: named(table, column.name) })),
      ]),
    );
    this.foreignKeys = facts.foreignKeys
      .filter(({ to }) => facts.findTable(to.table))
      .map((key) => ({ ...key, from: sideOf(key.from), to: sideOf(key.to) }));
  }

  /** Returns the columns of a table; none if there is no such table, or the database lists none. */
  columnsOf(table: string): readonly StoredColumn[] {
    return this.columns.get(this.fold(table)) ?? [];
  }

  private fold(name: string): string {
    return engines[this.database.dialect].schemaQueries.fold(name);
  }
}

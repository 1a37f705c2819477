import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';

/** A column of an entity. */
export type ColumnMetadata = EntityMetadata['columns'][number];

/** The differences between the entities and the database. */
export interface SchemaGap {
  /** Missing tables. Each comes after the tables that it refers to. */
  readonly tables: readonly EntityMetadata[];
  /** Missing columns of existing tables. */
  readonly columns: readonly ColumnMetadata[];
  /**
   * Columns that no entity has, as `table.column`. Only the team knows whether their values can be
   * dropped.
   */
  readonly unknown: readonly string[];
}

/**
 * Compares the tables of a database with the entities, by names only. Run the migrations first.
 *
 * @param isCompared which tables are compared; all by default
 */
export async function findMissing(
  dataSource: DataSource,
  isCompared: (metadata: EntityMetadata) => boolean = () => true,
): Promise<SchemaGap> {
  const runner = dataSource.createQueryRunner();
  try {
    const compared = [...tablesOf(dataSource).values()].filter(isCompared);
    const gaps = await inSequence(compared, (metadata) => gapOf(runner, metadata));
    return {
      tables: inOrder(gaps.flatMap(({ tables }) => tables)),
      columns: gaps.flatMap(({ columns }) => columns),
      unknown: gaps.flatMap(({ unknown }) => unknown),
    };
  } finally {
    await runner.release();
  }
}

/** Returns whether a table is that of one of the entities, or joins two of them. */
export const isTableOf =
  (entities: readonly Function[]) =>
  ({ target, tableType, columns }: EntityMetadata): boolean =>
    tableType === 'junction'
      ? columns.some(({ referencedColumn }) =>
          entities.includes(referencedColumn!.entityMetadata.target as Function),
        )
      : entities.includes(target as Function);

/**
 * Returns the tables by name. A pivot table with its own entity appears twice; the entity describes
 * more.
 */
export function tablesOf({ entityMetadatas }: DataSource): ReadonlyMap<string, EntityMetadata> {
  const entities = entityMetadatas.filter(({ tableType }) => tableType !== 'junction');
  const junctions = entityMetadatas.filter(({ tableType }) => tableType === 'junction');
  return new Map([...junctions, ...entities].map((metadata) => [metadata.tableName, metadata]));
}

async function gapOf(runner: QueryRunner, metadata: EntityMetadata): Promise<SchemaGap> {
  const table = await runner.getTable(metadata.tablePath);
  if (!table) return { tables: [metadata], columns: [], unknown: [] };
  const existing = new Set(table.columns.map(({ name }) => name));
  const declared = new Set(metadata.columns.map(({ databaseName }) => databaseName));
  return {
    tables: [],
    columns: metadata.columns.filter(({ databaseName }) => !existing.has(databaseName)),
    unknown: [...existing]
      .filter((name) => !declared.has(name))
      .map((name) => `${metadata.tableName}.${name}`),
  };
}

/** A query runner accepts one query at a time. */
async function inSequence<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

function inOrder(tables: readonly EntityMetadata[]): readonly EntityMetadata[] {
  const ordered = new Set<EntityMetadata>();
  const visit = (table: EntityMetadata, path: readonly EntityMetadata[]): void => {
    if (!tables.includes(table) || ordered.has(table) || path.includes(table)) return;
    for (const { referencedEntityMetadata } of table.foreignKeys)
      visit(referencedEntityMetadata, [...path, table]);
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
}

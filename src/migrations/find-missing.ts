import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';

/** A column of an entity. */
export type ColumnMetadata = EntityMetadata['columns'][number];

/** What the entities say and the database does not hold, and the other way round. */
export interface SchemaGap {
  /** Each behind those that it refers to. */
  readonly tables: readonly EntityMetadata[];
  /** Columns of tables that are there. */
  readonly columns: readonly ColumnMetadata[];
  /** `table.column` that no entity has. Nobody but the team knows whether what it holds may go. */
  readonly unknown: readonly string[];
}

/**
 * Holds the tables of a database against the entities, by names alone. Migrations have to have run.
 */
export async function findMissing(dataSource: DataSource): Promise<SchemaGap> {
  const runner = dataSource.createQueryRunner();
  try {
    const gaps = await inSequence([...tablesOf(dataSource).values()], (metadata) =>
      gapOf(runner, metadata),
    );
    return {
      tables: inOrder(gaps.flatMap(({ tables }) => tables)),
      columns: gaps.flatMap(({ columns }) => columns),
      unknown: gaps.flatMap(({ unknown }) => unknown),
    };
  } finally {
    await runner.release();
  }
}

/** A pivot with an entity of its own stands there twice; the entity says more. */
function tablesOf({ entityMetadatas }: DataSource): ReadonlyMap<string, EntityMetadata> {
  const entities = entityMetadatas.filter(({ tableType }) => tableType !== 'junction');
  const junctions = entityMetadatas.filter(({ tableType }) => tableType === 'junction');
  return new Map([...junctions, ...entities].map((metadata) => [metadata.tableName, metadata]));
}

async function gapOf(runner: QueryRunner, metadata: EntityMetadata): Promise<SchemaGap> {
  const table = await runner.getTable(metadata.tablePath);
  if (!table) return { tables: [metadata], columns: [], unknown: [] };
  const there = new Set(table.columns.map(({ name }) => name));
  const wanted = new Set(metadata.columns.map(({ databaseName }) => databaseName));
  return {
    tables: [],
    columns: metadata.columns.filter(({ databaseName }) => !there.has(databaseName)),
    unknown: [...there]
      .filter((name) => !wanted.has(name))
      .map((name) => `${metadata.tableName}.${name}`),
  };
}

/** A query runner takes one question at a time. */
async function inSequence<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await ask(item));
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

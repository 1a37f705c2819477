import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { compareTables } from '../../registry/schema/compare-schema.js';
import { readSchemaOf } from './read-schema-of.js';

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
 * Returns the tables and columns that only the entities or only the database have. Run the
 * migrations first. Tables of another schema are left out: migrations only name the table.
 *
 * @param isCompared which tables are compared; all by default
 */
export async function findMissing(
  dataSource: DataSource,
  isCompared: (metadata: EntityMetadata) => boolean = () => true,
): Promise<SchemaGap> {
  const { schema, database } = dataSource.driver;
  const isFound = (metadata: EntityMetadata) =>
    (schema === undefined || [undefined, schema].includes(metadata.schema)) &&
    [undefined, database].includes(metadata.database);
  const tables = [...tablesOf(dataSource).values()].filter(
    (metadata) => isFound(metadata) && isCompared(metadata),
  );
  const runner = dataSource.createQueryRunner();
  try {
    const compared = compareTables(tables, [], await readSchemaOf(runner));
    const placeOf = ({ metadata }: (typeof compared)[number]) => tables.indexOf(metadata);
    const sorted = [...compared].sort((one, other) => placeOf(one) - placeOf(other));
    const existing = sorted.filter(({ stored }) => stored?.columns);
    return {
      tables: inOrder(sorted.filter(({ stored }) => !stored).map(({ metadata }) => metadata)),
      columns: existing.flatMap(({ metadata, columns }) => {
        const missing = columns.filter(({ found }) => !found).map(({ column }) => column.name);
        return metadata.columns.filter(({ databaseName }) => missing.includes(databaseName));
      }),
      unknown: existing.flatMap(({ table, unknown }) =>
        unknown.map(({ name }) => `${table.name}.${name}`),
      ),
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
 * Returns the tables by name. A pivot table with its own entity, and the table of child entities,
 * appear several times; the entity or the parent describes more.
 */
export function tablesOf({ entityMetadatas }: DataSource): ReadonlyMap<string, EntityMetadata> {
  const partial = ['junction', 'entity-child'];
  const isWhole = ({ tableType }: EntityMetadata) => !partial.includes(tableType);
  const some = entityMetadatas.filter((metadata) => !isWhole(metadata));
  const whole = entityMetadatas.filter(isWhole);
  return new Map([...some, ...whole].map((metadata) => [metadata.tableName, metadata]));
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

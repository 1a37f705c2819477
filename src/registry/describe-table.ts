import type { ColumnType, EntityMetadata } from 'typeorm';
import type { ClassOf } from '../types/compile-time.js';
import type { ColumnFill, CompiledColumn, CompiledTable, ValueType } from './compiled-resource.js';
import type { SchemaFacts } from './schema-facts.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** The database types of TypeORM's columns, by the type of their values. */
export const valueTypes: Readonly<Record<ValueType, string>> = {
  integer: 'int integer int2 int4 tinyint smallint mediumint smallserial serial number',
  bigint: 'int8 bigint bigserial unsigned_big_int',
  decimal: 'decimal numeric dec fixed money',
  float: 'float float4 float8 double double_precision real',
  text: 'varchar text char character varying string citext mediumtext longtext tinytext nvarchar nchar clob enum simple-enum inet cidr macaddr',
  uuid: 'uuid',
  boolean: 'boolean bool',
  datetime:
    'datetime timestamp timestamptz timestamp_with_time_zone timestamp_without_time_zone date_time',
  date: 'date',
  json: 'json jsonb simple-json simple-array',
  binary: 'blob bytea binary varbinary mediumblob longblob tinyblob',
};
const byDatabaseType = new Map(
  (Object.entries(valueTypes) as [ValueType, string][]).flatMap(([type, names]) =>
    names.split(' ').map((name) => [name, type] as const),
  ),
);
const byConstructor = new Map<unknown, ValueType>([
  [Number, 'integer'],
  [String, 'text'],
  [Boolean, 'boolean'],
  [Date, 'datetime'],
]);

/**
 * A table in the terms of this service, from TypeORM's metadata: a copy, so that nothing reads
 * metadata after boot.
 *
 * @param facts `null` where the database was not asked
 */
export function describeTable(
  metadata: EntityMetadata,
  facts: SchemaFacts | null = null,
): CompiledTable {
  const stored = metadata.columns.filter(({ isVirtualProperty }) => !isVirtualProperty);
  const columns = new Map(
    stored
      .map((column) => describeColumn(column, facts))
      .map((column) => [column.property, column]),
  );
  const deletedAt = metadata.deleteDateColumn;
  const describe = (uniques: readonly (readonly ColumnMetadata[])[]) =>
    uniques.map((unique) => unique.map((column) => columns.get(propertyOf(column))!));
  return {
    entity: metadata.target as ClassOf,
    name: metadata.tableName,
    isView: metadata.tableType === 'view' || facts?.findTable(metadata.tableName)?.isView === true,
    columns,
    keys: metadata.primaryColumns.map((column) => columns.get(propertyOf(column))!),
    uniques: describe(wholeUniquesOf(metadata)),
    partialUniques: describe(partialUniquesOf(metadata)),
    deletedAt: deletedAt ? columns.get(propertyOf(deletedAt))! : null,
  };
}

/** As columns, unique constraints and unique indexes declare them. */
function wholeUniquesOf(metadata: EntityMetadata): readonly ColumnMetadata[][] {
  const { uniques, ownUniques } = metadata;
  return eachOnce([
    ...[...uniques, ...ownUniques].map(({ columns }) => columns),
    ...uniqueIndexesOf(metadata)
      .filter(({ where }) => !where)
      .map(({ columns }) => columns),
  ]);
}

const partialUniquesOf = (metadata: EntityMetadata): readonly ColumnMetadata[][] =>
  eachOnce(
    uniqueIndexesOf(metadata)
      .filter(({ where }) => where)
      .map(({ columns }) => columns),
  );

const uniqueIndexesOf = ({ indices, ownIndices }: EntityMetadata) =>
  [...indices, ...ownIndices].filter(({ isUnique }) => isUnique);

const eachOnce = (lists: readonly ColumnMetadata[][]): readonly ColumnMetadata[][] => [
  ...new Map(lists.map((columns) => [columns.map(propertyOf).join(), columns])).values(),
];

function describeColumn(column: ColumnMetadata, facts: SchemaFacts | null): CompiledColumn {
  const type = valueTypeOf(column);
  const trigrams = facts?.trigrams.find(column.entityMetadata.tableName, column.databaseName);
  return Object.freeze({
    property: propertyOf(column),
    name: column.databaseName,
    type,
    databaseType:
      (typeof column.type === 'string' ? column.type : type) + (column.isArray ? '[]' : ''),
    nullable: column.isNullable,
    scale: type === 'decimal' ? (column.scale ?? 0) : null,
    holdsKey: column.isPrimary || column.referencedColumn !== undefined || isMorphKey(column),
    precision: type === 'decimal' ? (column.precision ?? null) : null,
    length: type === 'text' && Number(column.length) > 0 ? Number(column.length) : null,
    labels: column.enum && !column.isArray ? column.enum.map(String) : null,
    filledBy: fillOf(column),
    exact: facts?.isExact(column.entityMetadata.tableName, column.databaseName) ?? false,
    ...(trigrams !== undefined && { trigrams }),
  });
}

function fillOf(column: ColumnMetadata): ColumnFill | null {
  if (column.isCreateDate) return 'created';
  if (column.isUpdateDate) return 'updated';
  if (column.isVersion) return 'version';
  if (column.isGenerated) return column.generationStrategy === 'uuid' ? 'uuid' : 'count';
  return column.default === undefined ? null : 'default';
}

/** `commentable_id` beside `commentable_type`. */
const isMorphKey = ({ databaseName, entityMetadata }: ColumnMetadata): boolean =>
  databaseName.endsWith('_id') &&
  entityMetadata.columns.some(
    (column) => column.databaseName === databaseName.replace(/_id$/, '_type'),
  );

/**
 * A key that only a relation declares has no property of its own, so its column's name is used.
 */
const propertyOf = (column: ColumnMetadata): string =>
  column.isVirtual ? column.databaseName : column.propertyName;

function valueTypeOf(column: ColumnMetadata): ValueType {
  if (column.generationStrategy === 'uuid') return 'uuid';
  if (typeof column.type !== 'string') return byConstructor.get(column.type) ?? 'text';
  return byDatabaseType.get((column.type as ColumnType & string).replaceAll(' ', '_')) ?? 'text';
}

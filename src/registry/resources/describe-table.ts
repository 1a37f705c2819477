import { ownNameOf } from '../../base/own-tables.js';
import type { DataSourceOptions, EntityMetadata } from 'typeorm';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { ColumnFill, CompiledColumn, CompiledTable, ValueType } from './compiled-resource.js';
import {
  mariaBytes,
  rangeOf,
  significantDigits,
  valueTypeOf,
  type TypeSystem,
} from './column-types.js';
import type { SchemaFacts, StoredColumn } from './schema-facts.js';

type ColumnMetadata = EntityMetadata['columns'][number];

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
  const stored = facts?.findTable(metadata.tableName);
  const columns = new Map(
    metadata.columns
      .filter(({ isVirtualProperty }) => !isVirtualProperty)
      .map((column) => describeColumn(column, facts))
      .map((column) => [column.property, column]),
  );
  const deletedAt = metadata.deleteDateColumn;
  const columnsOf = (uniques: readonly (readonly ColumnMetadata[])[]) =>
    uniques.map((unique) => unique.map((column) => columns.get(propertyOf(column))!));
  return {
    entity: metadata.target as ClassOf,
    name: metadata.tableName,
    kind: metadata.discriminatorColumn ? (metadata.discriminatorValue ?? null) : null,
    hasTriggers: stored?.hasTriggers === true,
    returnsRows: stored?.returnsRows === true,
    isView: metadata.tableType === 'view' || stored?.isView === true,
    isLog: ownNameOf(metadata.target) === 'action_logs',
    columns,
    keys: metadata.primaryColumns.map((column) => columns.get(propertyOf(column))!),
    uniques: columnsOf(wholeUniquesOf(metadata)),
    partialUniques: columnsOf(partialUniquesOf(metadata)),
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
  const mapped = column.isArray ? null : typeOf(column);
  const type = mapped ?? 'text';
  const { entityMetadata, databaseName: name } = column;
  const stored = facts?.findTable(entityMetadata.tableName)?.findColumn(name);
  const databaseType = databaseTypeOf(column, stored) ?? type;
  const engine = typeSystemOf(entityMetadata.connection.options.type);
  const isUnsigned = column.unsigned || databaseType.startsWith('unsigned') || stored?.unsigned;
  const unsigned = isUnsigned === true;
  return Object.freeze({
    property: propertyOf(column),
    name,
    type,
    databaseType: databaseType + (column.isArray ? '[]' : ''),
    nullable: column.isNullable,
    scale: scaleOf(column, type, engine, stored),
    holdsKey: column.isPrimary || column.referencedColumn !== undefined || isMorphKey(column),
    precision: type === 'decimal' ? (column.precision ?? stored?.precision ?? null) : null,
    significantDigits: type === 'decimal' ? significantDigits(engine, stored?.type) : null,
    length: type === 'text' ? lengthOf(column, stored) : null,
    labels: column.enum && !column.isArray ? column.enum.map(String) : null,
    filledBy: fillOf(column, stored),
    exact: facts !== null && (stored?.exact ?? true),
    mapped: mapped !== null,
    generated: isGenerated(column, stored),
    unsigned,
    range: rangeOf({ type, databaseType, isUnsigned: unsigned, engine }),
    bytes: engine === 'maria' ? bytesOf(column, type, stored?.type ?? databaseType) : null,
  });
}

/** `simple-json` in a column of JSON is JSON, not its text. */
function databaseTypeOf(
  { type }: ColumnMetadata,
  stored: StoredColumn | undefined,
): string | undefined {
  if (type === 'simple-json' && /^jsonb?$/.test(stored?.type ?? '')) return stored!.type;
  return typeof type === 'string' ? type : undefined;
}

const typeSystems: Readonly<Partial<Record<DataSourceOptions['type'], TypeSystem>>> = {
  postgres: 'postgres',
  mysql: 'maria',
  mariadb: 'maria',
  'better-sqlite3': 'sqlite',
};

function typeSystemOf(type: DataSourceOptions['type']): TypeSystem {
  const typeSystem = typeSystems[type];
  if (!typeSystem) throw new TypeError(`The types of columns of ${type} are not known.`);
  return typeSystem;
}

function scaleOf(
  { scale, precision }: ColumnMetadata,
  type: ValueType,
  engine: TypeSystem,
  stored: StoredColumn | undefined,
): number | null {
  if (type === 'time') return precision ?? (engine === 'maria' ? 0 : 6);
  if (type !== 'decimal') return null;
  const declared = scale ?? (precision === undefined || precision === null ? null : 0);
  return declared ?? stored?.scale ?? (engine === 'maria' ? 0 : null);
}

/** The shorter one, if the entity and the database differ. */
function lengthOf({ length }: ColumnMetadata, stored: StoredColumn | undefined): number | null {
  const declared = Number(length) > 0 ? Number(length) : Infinity;
  const shorter = Math.min(declared, stored?.length ?? Infinity);
  return shorter === Infinity ? null : shorter;
}

function bytesOf({ length }: ColumnMetadata, type: ValueType, stored: string): number | null {
  if (type !== 'text' && type !== 'binary') return null;
  if (type === 'binary' && Number(length) > 0) return Number(length);
  return mariaBytes[stored] ?? null;
}

/** As the entity declares it, or as the database has it. */
const isGenerated = (column: ColumnMetadata, stored: StoredColumn | undefined): boolean =>
  column.asExpression !== undefined ||
  column.generatedIdentity === 'ALWAYS' ||
  stored?.generated === true;

function fillOf(column: ColumnMetadata, stored: StoredColumn | undefined): ColumnFill | null {
  if (column.isCreateDate) return 'created';
  if (column.isUpdateDate) return 'updated';
  if (column.isVersion) return 'version';
  if (column.isDiscriminator) return 'kind';
  if (column.isGenerated) return column.generationStrategy === 'uuid' ? 'uuid' : 'count';
  const isFilled = column.default !== undefined || isGenerated(column, stored);
  return isFilled || stored?.filled ? 'default' : null;
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

const typeOf = (column: ColumnMetadata): ValueType | null =>
  column.generationStrategy === 'uuid' ? 'uuid' : valueTypeOf(column.type);

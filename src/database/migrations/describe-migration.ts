import type { EntityMetadata } from 'typeorm';
import { describeColumn } from './describe-column.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { SchemaGap } from './find-missing.js';

/** A migration that creates what is missing, alike on every database. */
export interface MigrationSource {
  /** The class name in TypeORM's form, with a timestamp: `AddBooks1795302966601`. */
  readonly className: string;
}

/** Returns the source of the migration. */
export function describeMigration(
  { tables, columns }: SchemaGap,
  { className }: MigrationSource,
): string {
  const up = [...tables.map(createTable), ...columns.map(addColumn)];
  const down = [...columns.map(dropColumn), ...tables.map(dropTable)].reverse();
  const used = [
    ...(columns.length > 0 ? ['addColumn'] : []),
    ...(tables.length > 0 ? ['createTable'] : []),
    ...(columns.length > 0 ? ['dropColumn'] : []),
    ...(tables.length > 0 ? ['dropTable'] : []),
  ];
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ${used.join(', ')} } from 'resource-api';

export class ${className} implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
${up.join('\n')}
  }

  async down(queryRunner: QueryRunner): Promise<void> {
${down.join('\n')}
  }
}
`;
}

function createTable(table: EntityMetadata): string {
  const [only] = table.primaryColumns;
  const isCounted = table.primaryColumns.length === 1 && only!.isGenerated;
  const parts = [
    `columns: {\n${table.columns.map((column) => `        ${column.databaseName}: ${describeColumn(column)},`).join('\n')}\n      },`,
    ...(isCounted ? [] : [`primaryKey: ${list(table.primaryColumns)},`]),
    ...lists('uniques', [
      ...table.uniques.map(({ columns }) => columns),
      ...indexesOf(table, true),
    ]),
    ...lists('indexes', [
      ...indexesOf(table, false),
      ...table.foreignKeys.map(({ columns }) => columns),
    ]),
    ...foreignKeysOf(table),
  ];
  const lines = parts.map((part) => `      ${part}`).join('\n');
  return `    await createTable(queryRunner, '${table.tableName}', (type) => ({\n${lines}\n    }));`;
}

const indexesOf = (
  { indices }: EntityMetadata,
  areUnique: boolean,
): readonly (readonly ColumnMetadata[])[] =>
  indices.filter(({ isUnique }) => isUnique === areUnique).map(({ columns }) => columns);

/** Each list of columns appears once, since an index may also serve a foreign key. */
function lists(name: string, sets: readonly (readonly ColumnMetadata[])[]): readonly string[] {
  const sources = [...new Set(sets.map(list))];
  return sources.length > 0 ? [`${name}: [${sources.join(', ')}],`] : [];
}

const list = (columns: readonly ColumnMetadata[]): string =>
  `[${columns.map(({ databaseName }) => `'${databaseName}'`).join(', ')}]`;

/** Only foreign keys with one column: {@link createTable} does not support others. */
function foreignKeysOf({ foreignKeys }: EntityMetadata): readonly string[] {
  const single = foreignKeys.filter(({ columns }) => columns.length === 1);
  if (single.length === 0) return [];
  const rows = single.map(({ columns, referencedEntityMetadata, referencedColumns, onDelete }) => {
    const target = `${referencedEntityMetadata.tableName} (${referencedColumns[0]!.databaseName})`;
    return `${columns[0]!.databaseName}: '${target} on delete ${(onDelete ?? 'restrict').toLowerCase()}'`;
  });
  return [`foreignKeys: { ${rows.join(', ')} },`];
}

const addColumn = (column: ColumnMetadata): string =>
  `    await addColumn(queryRunner, '${column.entityMetadata.tableName}', '${column.databaseName}', (type) => ${describeColumn(column)});`;

const dropColumn = (column: ColumnMetadata): string =>
  `    await dropColumn(queryRunner, '${column.entityMetadata.tableName}', '${column.databaseName}');`;

const dropTable = ({ tableName }: EntityMetadata): string =>
  `    await dropTable(queryRunner, '${tableName}');`;

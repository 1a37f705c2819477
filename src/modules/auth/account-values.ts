import type { ColumnType, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

type Parser = (written: string) => unknown;

const truths = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const booleans = new Set<ColumnType>([Boolean, 'boolean', 'bool']);
const numbers = new Set<ColumnType>([
  Number,
  'int',
  'integer',
  'smallint',
  'tinyint',
  'mediumint',
  'float',
  'real',
  'double',
]);
const documents = new Set<ColumnType>(['json', 'jsonb', 'simple-json']);

/**
 * Parses `column=value` pairs of a command line as values of an entity's columns.
 *
 * @throws TypeError if a column does not exist or does not accept the value
 */
export function parseAccountValues(
  metadata: EntityMetadata,
  pairs: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values = Object.entries(pairs).map(([name, written]) => {
    const column = getColumn(metadata, name);
    return [column.propertyName, parseValue(column, written)];
  });
  return Object.fromEntries(values) as Record<string, unknown>;
}

/**
 * Rejects values that lack a required column.
 *
 * @throws TypeError that names the missing columns
 */
export function verifyRequiredValues(
  metadata: EntityMetadata,
  values: Readonly<Record<string, unknown>>,
): void {
  const missing = metadata.columns.filter(
    (column) => isRequired(column) && values[column.propertyName] === undefined,
  );
  if (missing.length === 0) return;
  const options = missing.map(({ databaseName }) => `--set ${databaseName}=...`);
  throw new TypeError(`${metadata.name} also requires ${options.join(' ')}`);
}

function getColumn(metadata: EntityMetadata, name: string): ColumnMetadata {
  const column = metadata.columns.find(
    ({ databaseName, propertyName }) => databaseName === name || propertyName === name,
  );
  if (column) return column;
  throw new TypeError(`${metadata.name} has no column "${name}".`);
}

function parseValue(column: ColumnMetadata, written: string): unknown {
  if (written === 'null' && column.isNullable) return null;
  const value = parserOf(column.type)(written);
  if (value === undefined || Number.isNaN(value))
    throw new TypeError(
      `"${written}" is not a valid value of the column "${column.databaseName}".`,
    );
  return value;
}

function parserOf(type: ColumnType): Parser {
  if (booleans.has(type)) return (written) => truths.get(written);
  if (numbers.has(type)) return (written) => (written.trim() === '' ? undefined : Number(written));
  if (documents.has(type)) return (written) => JSON.parse(written) as unknown;
  return (written) => written;
}

function isRequired(column: ColumnMetadata): boolean {
  const fillsItself =
    column.isGenerated || column.isCreateDate || column.isUpdateDate || column.isVersion;
  return !column.isNullable && !fillsItself && column.default === undefined;
}

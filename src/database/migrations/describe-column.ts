import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/**
 * The members of {@link ColumnTypes}, by the type names of entities. Other types keep their name.
 */
const pieces: Readonly<Record<string, string>> = {
  int: 'integer',
  integer: 'integer',
  int4: 'integer',
  number: 'integer',
  boolean: 'boolean',
  bool: 'boolean',
  tinyint: 'boolean',
  datetime: 'datetime',
  timestamp: 'datetime',
  json: 'json',
  jsonb: 'json',
  'simple-json': 'json',
  text: 'longText',
  mediumtext: 'longText',
  longtext: 'longText',
  uuid: 'uuid',
};
/** The column types of property types, for decorators without a type. */
const classes: Readonly<Record<string, string>> = {
  Date: 'datetime',
  Number: 'int',
  String: 'varchar',
  Boolean: 'boolean',
};
const stringTypes = new Set(['varchar', 'string', 'character varying', 'nvarchar', 'char']);
const defaultLength = 255;

/**
 * Describes a column for {@link createTable}: a template string in which `type` contains the
 * dialect's types.
 */
export function describeColumn(column: ColumnMetadata): string {
  if (column.isGenerated) return `type.${column.generationStrategy === 'uuid' ? 'uuidKey' : 'key'}`;
  const words = [typeOf(column), ...defaultOf(column), column.isNullable ? 'null' : 'not null'];
  return `\`${words.join(' ')}\``;
}

function typeOf({ type, length, precision, scale }: ColumnMetadata): string {
  const name =
    typeof type === 'function' ? (classes[type.name] ?? type.name) : String(type).toLowerCase();
  if (stringTypes.has(name)) return `\${type.text(${length || defaultLength})}`;
  if (name in pieces) return `\${type.${pieces[name]!}}`;
  const size = [precision, scale].filter((part) => part !== undefined && part !== null);
  return size.length > 0 ? `${name}(${size.join(', ')})` : name;
}

function defaultOf({
  default: given,
  isCreateDate,
  isUpdateDate,
}: ColumnMetadata): readonly string[] {
  if (isCreateDate || isUpdateDate) return ['default ${type.now}'];
  if (typeof given === 'boolean' || typeof given === 'number') return [`default ${String(given)}`];
  return typeof given === 'string' ? [`default '${given.replaceAll("'", "''")}'`] : [];
}

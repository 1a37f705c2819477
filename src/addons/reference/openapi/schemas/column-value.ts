import type {
  CompiledColumn,
  CompiledComputed,
  CompiledField,
  CompiledResource,
  ReadingOptions,
  ReadingPlace,
  ValueType,
} from '../../../../registry/resources/compiled-resource.js';
import { withDeprecation } from '../../../../registry/resources/deprecation.js';
import { isMorphType } from '../../../../registry/resources/morph-types.js';
import { orNull } from '../../../../rules/schema/merge-schemas.js';
import { bodySchemas } from '../../../../pipeline/validation/body-schema.js';
import type { Schema } from '../document/open-api.js';

const byType: Readonly<Record<ValueType, Schema>> = {
  integer: { type: 'integer' },
  bigint: { type: 'string', pattern: String.raw`^-?\d+$` },
  decimal: { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?(e\+\d+)?$` },
  float: { type: 'number' },
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  boolean: { type: 'boolean' },
  datetime: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', pattern: String.raw`^\d\d:\d\d:\d\d(\.\d{1,6})?$` },
  json: {},
  binary: { type: 'string', contentEncoding: 'base64' },
};

/** Types whose columns cannot contain an invalid value. */
const alwaysWritten: ReadonlySet<ValueType> = new Set(['text', 'uuid', 'binary']);

/**
 * Returns the schema of a column's value in responses. It is also nullable if the database may
 * store a value that does not fit the column.
 *
 * @contract C1.3, C1.6
 */
export function columnSchema(column: CompiledColumn, asNumber = false): Schema {
  const schema = typeSchema(column, asNumber);
  const maybeBroken = !column.holdsKey && !alwaysWritten.has(column.type);
  return column.nullable || maybeBroken ? nullable(schema) : schema;
}

/**
 * Returns the schema of a field in responses. An image whose file is missing, and an unknown
 * resource name, are null.
 */
export function fieldSchema(resource: CompiledResource, field: CompiledField): Schema {
  return withReading(valueSchema(resource, field), field.options);
}

/** Returns the schema of a computed attribute, which is null where its method failed. */
export const computedSchema = (attribute: CompiledComputed): Schema =>
  withReading(computedValueSchema(attribute), attribute.options);

/** Returns the same without the callers and places that read it. */
export const computedValueSchema = ({ options: { type } }: CompiledComputed): Schema =>
  nullable(typeof type === 'string' ? { type } : type);

function withReading(schema: Schema, options: ReadingOptions): Schema {
  const description = [schema.description, ...describeReading(options)].filter(Boolean);
  const read = description.length > 0 ? { ...schema, description: description.join(' ') } : schema;
  return withDeprecation(read, options);
}

const places: Readonly<Record<ReadingPlace, string>> = {
  index: 'lists',
  show: 'single records',
  tools: 'results of tools',
};

/** Describes for whom and where a member is read. @contract C5.9, C5.10 */
export const describeReading = ({ canSee, only }: ReadingOptions): readonly string[] => [
  ...(canSee ? ['Only for callers who may see it.'] : []),
  ...(only ? [`Only in ${only.map((place) => places[place]).join(' and ')}.`] : []),
];

/** Returns the schema of a field's values in responses, for callers who see it. */
export function valueSchema(
  resource: CompiledResource,
  { name, column, options }: CompiledField,
): Schema {
  const schema = withEnum(
    columnSchema(column, options.number),
    column,
    ruledValues(resource, name),
  );
  if (options.image) return { ...nullable(schema), description: 'Path of the stored image.' };
  return isMorphType(resource, column) ? nullable(schema) : schema;
}

function typeSchema({ holdsKey, type, databaseType }: CompiledColumn, asNumber: boolean): Schema {
  if (holdsKey) return { type: 'string' };
  if (asNumber && (type === 'bigint' || type === 'decimal')) return { type: 'number' };
  if (databaseType === 'simple-array') return { type: 'array', items: { type: 'string' } };
  return byType[type];
}

/** A schema without keywords already allows null. */
const nullable = (schema: Schema): Schema =>
  Object.keys(schema).length === 0 ? schema : orNull(schema);

/**
 * Restricts a string to the values that can be stored: the enumeration that the entity declares for
 * the column, otherwise the values that the rules of all writes allow. Rules of storing alone do
 * not count, because an update could write another value.
 *
 * @param ruled the values that the rules allow; `undefined` if they allow any
 */
export function withEnum(
  schema: Schema,
  { type, holdsKey, labels }: CompiledColumn,
  ruled: readonly unknown[] | undefined,
): Schema {
  const values = labels ?? ruled;
  if (!values || type !== 'text' || holdsKey) return schema;
  const strings = values.filter((value) => typeof value === 'string');
  return {
    ...schema,
    enum: [schema.type].flat().includes('null') ? [...strings, null] : strings,
  };
}

const ruledValues = (resource: CompiledResource, name: string): readonly unknown[] | undefined =>
  enumValues(bodySchemas(resource, 'update').properties[name]);

/** Returns the `enum` of a schema; `undefined` without one. */
export const enumValues = (schema: Schema | undefined): readonly unknown[] | undefined =>
  schema?.enum as readonly unknown[] | undefined;

import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
  ValueType,
} from '../../registry/compiled-resource.js';
import { isMorphType } from '../../registry/morph-types.js';
import { orNull } from '../../rules/merge-schemas.js';
import { bodySchemas } from '../../validation/body-schema.js';
import type { Schema } from '../open-api.js';

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
  json: {},
  binary: { type: 'string', contentEncoding: 'base64' },
};

/** Types whose writers never meet a value that is none of the column. */
const alwaysWritten: ReadonlySet<ValueType> = new Set(['text', 'uuid', 'binary']);

/**
 * How a column's value is answered. It is null also where what is stored is none of its column, and
 * where the database lets that happen.
 *
 * @contract C1.3, C1.6
 */
export function columnSchema(column: CompiledColumn, asNumber = false): Schema {
  const schema = typeSchema(column, asNumber);
  const maybeBroken = !column.holdsKey && !alwaysWritten.has(column.type);
  return column.nullable || maybeBroken ? nullable(schema) : schema;
}

/**
 * How a field is answered: an image whose file is gone, and the name of a resource that is none,
 * are null.
 */
export function fieldSchema(
  resource: CompiledResource,
  { name, column, options }: CompiledField,
): Schema {
  const schema = withValues(
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

/** What may be anything may be null already. */
const nullable = (schema: Schema): Schema =>
  Object.keys(schema).length === 0 ? schema : orNull(schema);

/**
 * Restricts a text to the values that can be stored. The enumeration that the entity declares for
 * the column decides; otherwise the values that the rules of every write allow. Rules of storing
 * alone do not count: an update could write another value.
 *
 * @param ruled the values that the rules allow; `undefined` where they allow any
 */
export function withValues(
  schema: Schema,
  { type, holdsKey, labels }: CompiledColumn,
  ruled: readonly unknown[] | undefined,
): Schema {
  const values = labels ?? ruled;
  if (!values || type !== 'text' || holdsKey) return schema;
  const texts = values.filter((value) => typeof value === 'string');
  return { ...schema, enum: [schema.type].flat().includes('null') ? [...texts, null] : texts };
}

const ruledValues = (resource: CompiledResource, name: string): readonly unknown[] | undefined =>
  valuesOf(bodySchemas(resource, 'update').properties[name]);

/** The values that a schema lists; `undefined` where it lists none. */
export const valuesOf = (schema: Schema | undefined): readonly unknown[] | undefined =>
  schema?.enum as readonly unknown[] | undefined;

import { schemaRef } from './components.js';
import type { Schema } from './open-api.js';

type Schemas = Readonly<Record<string, Schema>>;

/** Changes a schema, given a name for its place. */
type Change = (schema: Schema, name: string) => Schema;

/** Shorter schemas, as JSON, are easier to read where they are used. */
const SHORTEST = 100;

/**
 * Describes lists, objects and enumerations once that are in several places: they become components
 * of their own, named after the first place, such as `companies.attributes.country`.
 */
export function shareSchemas(schemas: Schemas): Schemas {
  const places = new Map<string, { readonly name: string; count: number }>();
  const count: Change = (schema, name) => {
    const text = JSON.stringify(schema);
    const place = places.get(text);
    if (place) {
      place.count++;
      return schema;
    }
    if (text.length >= SHORTEST && isCompound(schema)) places.set(text, { name, count: 1 });
    return mapParts(schema, name, count);
  };
  const shared: Record<string, Schema> = {};
  const replace: Change = (schema, name) => {
    const place = places.get(JSON.stringify(schema));
    if (!place || place.count === 1 || place.name in schemas)
      return mapParts(schema, name, replace);
    shared[place.name] ??= mapParts(schema, place.name, replace);
    return schemaRef(place.name);
  };
  mapValues(schemas, (schema, name) => mapParts(schema, name, count));
  const replaced = mapValues(schemas, (schema, name) => mapParts(schema, name, replace));
  return { ...replaced, ...shared };
}

/** Whether it is more than a string or a number with limits. */
const isCompound = (schema: Schema): boolean =>
  ['enum', 'items', 'properties', 'anyOf'].some((keyword) => keyword in schema);

/** Changes the schemas that a schema consists of. */
function mapParts(schema: Schema, name: string, change: Change): Schema {
  const { properties, items, anyOf } = schema as {
    readonly properties?: Schemas;
    readonly items?: Schema;
    readonly anyOf?: readonly Schema[];
  };
  return {
    ...schema,
    ...(properties && {
      properties: mapValues(properties, (part, key) => change(part, `${name}.${key}`)),
    }),
    ...(items && { items: change(items, `${name}.item`) }),
    ...(anyOf && { anyOf: anyOf.map((part, at) => change(part, `${name}.${at + 1}`)) }),
  };
}

const mapValues = (schemas: Schemas, change: Change): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema, name)]));

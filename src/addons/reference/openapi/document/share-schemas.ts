import { schemaRef } from './components.js';
import type { Schema } from './open-api.js';

type Schemas = Readonly<Record<string, Schema>>;

/** Changes a schema, given a name for its place. */
type Change = (schema: Schema, name: string) => Schema;

/** What several places contain. */
interface Shared {
  /** The name of the first place. */
  readonly name: string;
  count: number;
}

/**
 * Describes lists, objects and enumerations once that are in several places: they become components
 * of their own, named after the first place, such as `companies.attributes.country`. Descriptions
 * stay in their places.
 */
export function shareSchemas(schemas: Schemas): Schemas {
  const places = new Map<string, Shared>();
  const count: Change = (schema, name) => {
    const { value } = divide(schema);
    const text = JSON.stringify(value);
    const place = places.get(text);
    if (place) {
      place.count++;
      return schema;
    }
    if (isCompound(value)) places.set(text, { name, count: 1 });
    return mapParts(schema, name, count);
  };
  const shared: Record<string, Schema> = {};
  const replace: Change = (schema, name) => {
    const { notes, value } = divide(schema);
    const text = JSON.stringify(value);
    const place = places.get(text);
    if (!place || place.name in schemas || !isWorthwhile(place, text.length))
      return mapParts(schema, name, replace);
    shared[place.name] ??= mapParts(value, place.name, replace);
    return { ...schemaRef(place.name), ...notes };
  };
  mapValues(schemas, (schema, name) => mapParts(schema, name, count));
  const replaced = mapValues(schemas, (schema, name) => mapParts(schema, name, replace));
  return { ...replaced, ...shared };
}

/** Whether a document with the component and with references to it is shorter than without. */
const isWorthwhile = ({ name, count }: Shared, length: number): boolean =>
  count * (length - JSON.stringify(schemaRef(name)).length) > length + name.length;

/** Divides a schema into its description and the values that it allows. */
function divide({ description, deprecated, ...value }: Schema) {
  const notes = {
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
  return { notes, value };
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

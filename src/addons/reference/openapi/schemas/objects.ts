import type { Schema } from '../document/open-api.js';

type Properties = Readonly<Record<string, Schema>>;

/** Returns an object with all of these members, and no others. */
export const closed = (properties: Properties, optional: readonly string[] = []): Schema => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties,
    additionalProperties: false,
  };
};

/** Returns an object with any of these members, and no others. */
export const anyOfThese = (properties: Properties): Schema =>
  closed(properties, Object.keys(properties));

export const arrayOf = (items: Schema): Schema => ({ type: 'array', items });

/** `{data: ...}` @contract C3.2 */
export const dataOf = (data: Schema): Schema => closed({ data });

export const described = (schema: Schema, description: string): Schema => ({
  ...schema,
  description,
});

/** Returns a schema for any of the schemas. */
export const anyOfSchemas = (schemas: readonly Schema[]): Schema =>
  schemas.length === 1 ? schemas[0]! : { anyOf: schemas };

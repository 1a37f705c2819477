import { schemaOf } from '../../../../rules/schema/schema-of.js';
import type { Schema } from '../document/open-api.js';

/** The schema of an object, from the rules of its members. */
export interface RuledObject {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Returns the schema of an object, from rules. */
export const ruledSchema = (...sources: Parameters<typeof schemaOf>): Schema & RuledObject =>
  withItems(schemaOf(...sources)) as Schema & RuledObject;

/** Adds `items` to all lists, because OpenAPI tools require it. */
export function withItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withItems);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withItems(member)]),
  );
  const isList = [schema.type].flat().includes('array') && !('items' in schema);
  return isList ? { ...schema, items: {} } : schema;
}

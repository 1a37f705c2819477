import type { JsonSchema } from '../../../rules/json-schema.js';

/** A schema is one form, or the forms of its alternatives. */
export function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? [schema, ...(anyOf as JsonSchema[]).flatMap(formsOf)].filter(saysType) : [schema];
}

const saysType = ({ type, enum: members }: JsonSchema): boolean => type !== undefined || members !== undefined;

import type { CompiledResource } from '../registry/compiled-resource.js';
import { rulesOfDecorators } from '../rules/decorated/rules-of-decorators.js';
import type { JsonSchema } from '../rules/json-schema.js';
import { mergeSchemas } from '../rules/merge-schemas.js';
import { schemaOf } from '../rules/schema-of.js';
import { ruleSourcesOf, type ResourceRules } from './resource-rules.js';

/** The members of an object, and which of them are required. */
export interface MemberSchemas {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** Each field of a resource asks for the schemas of all. */
const described = new WeakMap<CompiledResource, Map<keyof ResourceRules, MemberSchemas>>();

/**
 * Returns the schemas of a resource's body, by the rules of its members and class-validator's
 * decorators. They are compiled once for each resource and operation.
 */
export function bodySchemas(
  resource: CompiledResource,
  operation: keyof ResourceRules,
): MemberSchemas {
  const ofResource = described.get(resource) ?? new Map<keyof ResourceRules, MemberSchemas>();
  described.set(resource, ofResource);
  const schemas = ofResource.get(operation) ?? compileBody(resource, operation);
  ofResource.set(operation, schemas);
  return schemas;
}

const compileBody = (resource: CompiledResource, operation: keyof ResourceRules): MemberSchemas =>
  both(
    membersOf(schemaOf(ruleSourcesOf(resource, operation))),
    membersOf(schemaOf(rulesOfDecorators(resource.definition))),
  );

/** Returns the members of an object's schema. */
export function membersOf(schema: JsonSchema): MemberSchemas {
  const { properties, required = [] } = schema as Pick<MemberSchemas, 'properties'> &
    Partial<MemberSchemas>;
  return { properties, required };
}

function both(one: MemberSchemas, other: MemberSchemas): MemberSchemas {
  const names = [...new Set([...Object.keys(one.properties), ...Object.keys(other.properties)])];
  const merged = names.map((name) => [
    name,
    mergeSchemas(one.properties[name] ?? {}, other.properties[name] ?? {}),
  ]);
  return {
    properties: Object.fromEntries(merged) as MemberSchemas['properties'],
    required: [...new Set([...one.required, ...other.required])],
  };
}

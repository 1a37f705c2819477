import { oncePer } from '../../base/once-per.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { rulesOfDecorators } from '../../rules/decorated/rules-of-decorators.js';
import type { JsonSchema } from '../../base/json-schema.js';
import { mergeSchemas } from '../../rules/schema/merge-schemas.js';
import { schemaOf } from '../../rules/schema/schema-of.js';
import { ruleSourcesOf, type ResourceRules } from './resource-rules.js';

/** The members of an object, and which of them are required. */
export interface MemberSchemas {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/**
 * Returns the schemas of a resource's body, by the rules of its members and class-validator's
 * decorators.
 */
export const bodySchemas = (
  resource: CompiledResource,
  operation: keyof ResourceRules,
): MemberSchemas => schemasOf(resource)[operation];

const schemasOf = oncePer((resource: CompiledResource) => {
  const decorated = schemaMembers(schemaOf(rulesOfDecorators(resource.definition)));
  const of = (operation: keyof ResourceRules) =>
    both(schemaMembers(schemaOf(ruleSourcesOf(resource, operation))), decorated);
  return { store: of('store'), update: of('update') };
});

/** Returns the members of an object's schema. */
export function schemaMembers(schema: JsonSchema): MemberSchemas {
  const { properties = {}, required = [] } = schema as Partial<MemberSchemas>;
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

import type { JsonSchema } from '../../base/json-schema.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import { deriveValueRules } from '../../registry/resources/derive-rules.js';
import { confirmationOf } from '../../rules/entries/confirmation-of.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import { schemaOf } from '../../rules/schema/schema-of.js';
import { schemaMembers } from '../validation/body-schema.js';
import { pivotSources } from '../validation/pivot-rules.js';
import { writablePivots } from '../validation/validate-pivots.js';
import { bodyKey, storable } from './key-schemas.js';

/** The minimum number of keys in the body of each operation. @contract C7.2 */
export const minKeys = { attach: 1, sync: 0, detach: 1 } as const;

type LinkOperation = keyof typeof minKeys;

/** A pivot value that the body of attach or sync may contain. */
export interface PivotMember {
  readonly name: string;
  /** What its rules and its column allow. */
  readonly schema: JsonSchema;
  /** The rules that its column implies. */
  readonly derived: readonly RuleSpec[];
}

/**
 * Returns the pivot values that a body may contain. That of detach contains none: they are ignored.
 *
 * @param request `null` before there is one: rules that depend on it are left out
 * @contract C7.2
 */
export function pivotMembers(
  relation: PivotRelation,
  operation: LinkOperation,
  request: ResourceRequest | null,
): readonly PivotMember[] {
  if (operation === 'detach') return [];
  const rules = rulesOf(relation, request);
  const { properties } = schemaMembers(schemaOf(pivotSources(relation, rules)));
  const own = writablePivots(relation).map(({ name, column }): PivotMember => ({
    name,
    schema: storable(column, properties[name]!),
    derived: deriveValueRules(column, rules[name] ?? []),
  }));
  const repeating = own.flatMap(({ name }): readonly PivotMember[] => {
    const schema = properties[confirmationOf(name)];
    return schema ? [{ name: confirmationOf(name), schema, derived: [] }] : [];
  });
  return [...repeating, ...own];
}

/**
 * Returns the schema of the list in the body of an operation: keys, or objects of `id` and pivot
 * values.
 *
 * @contract C7.2
 */
export function keyList(
  { resource }: PivotRelation,
  operation: LinkOperation,
  values: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const id = bodyKey(resource.keyColumn);
  const withValues = { type: 'object', required: ['id'], properties: { ...values, id } };
  return { type: 'array', minItems: minKeys[operation], items: { anyOf: [id, withValues] } };
}

/** Whether the rules of a relation's pivot values depend on the request. */
export const isDependent = ({ options: { validationCallback } }: PivotRelation): boolean =>
  validationCallback !== undefined && validationCallback.length > 0;

type PivotRules = ReturnType<NonNullable<PivotRelation['options']['validationCallback']>>;

function rulesOf(relation: PivotRelation, request: ResourceRequest | null): PivotRules {
  const { validationCallback } = relation.options;
  if (!validationCallback) return {};
  if (request) return validationCallback(request, {});
  return isDependent(relation) ? {} : (validationCallback as () => PivotRules)();
}

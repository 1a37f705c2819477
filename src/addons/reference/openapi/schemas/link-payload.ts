import type { Limits } from '../../../../options/limits.js';
import type { PivotRelation } from '../../../../registry/resources/compiled-resource.js';
import { bodyKey } from '../../../../pipeline/describing/key-schemas.js';
import { isDependent, pivotMembers } from '../../../../pipeline/describing/pivot-members.js';
import { refusesDuplicates } from '../../../../registry/resources/pivot-relations.js';
import type { Schema } from '../document/open-api.js';
import { described } from './objects.js';
import { withItems } from './ruled.js';
import { withDerivedRules } from './values.js';

type Properties = Readonly<Record<string, Schema>>;

/**
 * Returns the body of attach, sync or detach: keys, or objects of `id` and pivot values, and the
 * values that apply to all of them.
 *
 * @param min the minimum number of keys
 * @contract C7.2
 */
export function linkPayload(relation: PivotRelation, min: 0 | 1, { keys }: Limits): Schema {
  const values = pivotValues(relation);
  return {
    ...dependent(relation),
    type: 'object',
    required: [relation.key],
    properties: { ...values, [relation.key]: keyList(relation, values, min, keys) },
  };
}

/** Returns the body of a change of pivot values. */
export const pivotPayload = (relation: PivotRelation): Schema => ({
  ...dependent(relation),
  type: 'object',
  properties: pivotValues(relation),
});

/** Returns the body of attach. @contract C7.6 */
export function attachPayload(relation: PivotRelation, limits: Limits): Schema {
  const payload = linkPayload(relation, 1, limits);
  if (!refusesDuplicates(relation)) return payload;
  const properties = payload.properties as Properties;
  const keys = properties[relation.key]!;
  const refused = described(keys, `${String(keys.description)} Attached records are rejected.`);
  return { ...payload, properties: { ...properties, [relation.key]: refused } };
}

function keyList(
  { resource }: PivotRelation,
  values: Properties,
  min: number,
  max: number,
): Schema {
  const id = bodyKey(resource.keyColumn);
  const withValues: Schema = { type: 'object', required: ['id'], properties: { id, ...values } };
  return described(
    { type: 'array', minItems: min, items: { anyOf: [id, withValues] } },
    `Up to ${max} keys, counting each once.`,
  );
}

/** Returns the schemas of the pivot values that a body can contain. */
export const pivotValues = (relation: PivotRelation): Properties =>
  Object.fromEntries(
    pivotMembers(relation, null).map(
      ({ name, schema, derived }) =>
        [name, withDerivedRules(withItems(schema) as Schema, derived)] as const,
    ),
  );

const dependent = (relation: PivotRelation): Schema =>
  isDependent(relation)
    ? { description: 'Further rules depend on the caller and on the values.' }
    : {};

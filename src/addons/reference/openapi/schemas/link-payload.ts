import type { Limits } from '../../../../options/limits.js';
import type { PivotOperation } from '../../../../modules/relations/pivot-call.js';
import type { PivotRelation } from '../../../../registry/resources/compiled-resource.js';
import {
  isDependent,
  keyList,
  pivotMembers,
} from '../../../../pipeline/describing/pivot-members.js';
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
 * @contract C7.2, C7.6
 */
export function linkPayload(
  relation: PivotRelation,
  operation: PivotOperation,
  { keys }: Limits,
): Schema {
  const { properties, ...payload } = pivotPayload(relation, operation);
  const refuses = operation === 'attach' && refusesDuplicates(relation);
  const list = described(
    keyList(relation, operation, properties),
    `Up to ${keys} keys, counting each once.${refuses ? ' Attached records are rejected.' : ''}`,
  );
  return {
    ...payload,
    required: [relation.key],
    properties: { ...properties, [relation.key]: list },
  };
}

/** Returns the pivot values of a body: for `attach` those of a change, too. */
export function pivotPayload(relation: PivotRelation, operation: PivotOperation) {
  const members = pivotMembers(relation, operation, null);
  const properties: Properties = Object.fromEntries(
    members.map(({ name, schema, derived }) => [
      name,
      withDerivedRules(withItems(schema) as Schema, derived),
    ]),
  );
  const description = 'Further rules depend on the caller and on the values.';
  return {
    ...(members.length > 0 && isDependent(relation) && { description }),
    type: 'object',
    properties,
  };
}

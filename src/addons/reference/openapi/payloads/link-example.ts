import { pivotMembers } from '../../../../pipeline/describing/pivot-members.js';
import { writablePivots } from '../../../../pipeline/validation/validate-pivots.js';
import type { PivotRelation } from '../../../../registry/resources/compiled-resource.js';
import { keyExample } from './examples.js';
import { memberExample } from './write-example.js';

type Values = Readonly<Record<string, unknown>>;

/** Returns a body of attach or sync that sets the pivot values of one record. @contract C7.2 */
export function linkExample(relation: PivotRelation): Values {
  const id = keyExample(relation.resource.keyColumn);
  const values = pivotExample(relation);
  return { [relation.key]: [Object.keys(values).length === 0 ? id : { id, ...values }] };
}

/** Returns a body of detach for one record. */
export const detachExample = ({ key, resource }: PivotRelation): Values => ({
  [key]: [keyExample(resource.keyColumn)],
});

/** Returns a body that changes all pivot values of one record. */
export function pivotExample(relation: PivotRelation): Values {
  const columns = new Map(writablePivots(relation).map(({ name, column }) => [name, column]));
  const values = pivotMembers(relation, 'attach', null).map(({ name, schema }) => [
    name,
    memberExample({ schema, column: columns.get(name) ?? null }),
  ]);
  return Object.fromEntries(values) as Values;
}

import type { PivotRelation } from '../../registry/compiled-resource.js';
import { keyExample, valueExample } from '../examples.js';
import { writablePivots } from '../../validation/validate-pivots.js';
import { pivotValues } from './link-payload.js';
import { sampleOf } from './sample.js';

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
  const schemas = pivotValues(relation);
  const columns = new Map(writablePivots(relation).map(({ name, column }) => [name, column]));
  const values = Object.entries(schemas).map(([name, schema]) => {
    const column = columns.get(name);
    if (column?.holdsKey) return [name, keyExample(column)];
    return [name, sampleOf(schema) ?? (column ? valueExample(column) : 'text')];
  });
  return Object.fromEntries(values) as Values;
}

import type { EntityOf, ResourceBase } from '../store/resource-of.js';
import { relation, type None, type PivotOptions, type Thunk, type ToMany } from './relation.js';

/**
 * Many records of another resource, by the rows of a pivot table.
 *
 * @spec Relation field kinds
 */
export const BelongsToMany = relation('BelongsToMany') as {
  (): ToMany<object>;
  <T extends ResourceBase<object>, const M extends string = None, P extends object = object>(
    resource: Thunk<T>,
    options?: PivotOptions<T, M, P>,
  ): ToMany<EntityOf<T>, M>;
};

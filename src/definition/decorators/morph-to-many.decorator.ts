import type { EntityOf, ResourceBase } from '../store/resource-of.js';
import {
  relation,
  type MorphOptions,
  type None,
  type PivotOptions,
  type Thunk,
  type ToMany,
} from './relation.js';

/**
 * Many records of another resource, by the rows of a pivot table that names one side by type and
 * key; from both sides.
 *
 * @spec Relation field kinds
 */
export const MorphToMany = relation('MorphToMany') as {
  (): ToMany<object>;
  <T extends ResourceBase<object>, const M extends string = None, P extends object = object>(
    resource: Thunk<T>,
    options?: PivotOptions<T, M, P> & MorphOptions<M>,
  ): ToMany<EntityOf<T>, M>;
};

import type { EntityOf, ResourceBase } from '../store/resource-of.js';
import { relation, type MorphOptions, type None, type Thunk, type ToMany } from './relation.js';

/**
 * Many records of another resource name this record by type and key.
 *
 * @spec Relation field kinds
 */
export const MorphMany = relation('MorphMany') as {
  (): ToMany<object>;
  <T extends ResourceBase<object>, const M extends string = None>(
    resource: Thunk<T>,
    options?: MorphOptions<M>,
  ): ToMany<EntityOf<T>, M>;
};

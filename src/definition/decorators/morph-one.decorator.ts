import type { EntityOf, ResourceBase } from '../store/resource-of.js';
import { relation, type MorphOptions, type None, type Thunk, type ToOne } from './relation.js';

/**
 * One record of another resource names this record by type and key.
 *
 * @spec Relation field kinds
 */
export const MorphOne = relation('MorphOne') as {
  (): ToOne<object>;
  <T extends ResourceBase<object>, const M extends string = None>(
    resource: Thunk<T>,
    options?: MorphOptions<M>,
  ): ToOne<EntityOf<T>, M>;
};

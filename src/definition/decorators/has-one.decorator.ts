import type { ColumnOf, EntityOf, ResourceBase } from '../store/resource-of.js';
import { relation, type CommonOptions, type None, type Thunk, type ToOne } from './relation.js';

interface Options<T, M extends string> extends CommonOptions<M> {
  readonly sortable?: readonly ColumnOf<T>[];
}

/**
 * One record of another resource holds this record's key.
 *
 * @spec Relation field kinds
 */
export const HasOne = relation('HasOne') as {
  (): ToOne<object>;
  <T extends ResourceBase<object>, const M extends string = None>(
    resource: Thunk<T>,
    options?: Options<T, M>,
  ): ToOne<EntityOf<T>, M>;
};

import type { ColumnOf, EntityOf, ResourceBase } from '../resource-of.js';
import {
  relation,
  type CommonOptions,
  type None,
  type OwnerOptions,
  type ShortOwnerOptions,
  type Thunk,
  type ToOne,
} from './relation.js';

interface Options<T, M extends string> extends CommonOptions<M>, OwnerOptions {
  readonly sortable?: readonly ColumnOf<T>[];
}

/**
 * One record of another resource holds this record's key.
 *
 * @spec Relation field kinds
 */
export const HasOne = relation('HasOne') as {
  (options?: ShortOwnerOptions): ToOne<object>;
  <T extends ResourceBase<object>, const M extends string = None>(
    resource: Thunk<T>,
    options?: Options<T, M>,
  ): ToOne<EntityOf<T>, M>;
};

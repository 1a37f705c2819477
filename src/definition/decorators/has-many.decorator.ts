import type { EntityOf, ResourceBase } from '../store/resource-of.js';
import {
  relation,
  type CommonOptions,
  type FieldsOf,
  type None,
  type Thunk,
  type ToMany,
} from './relation.js';

interface Options<T, M extends string> extends CommonOptions<M> {
  /** The columns in responses, unless the request names others. */
  readonly columns?: FieldsOf<T>;
}

/**
 * Many records of another resource hold this record's key.
 *
 * @spec Relation field kinds
 */
export const HasMany = relation('HasMany') as {
  (): ToMany<object>;
  <T extends ResourceBase<object>, const M extends string = None>(
    resource: Thunk<T>,
    options?: Options<T, M>,
  ): ToMany<EntityOf<T>, M>;
};

import type { Condition } from '../contracts/condition.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { ColumnOf, EntityOf, FieldOf, ResourceBase } from '../store/resource-of.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import { relation, type CommonOptions, type None, type Thunk, type ToOne } from './relation.js';

/**
 * Fully controls the search through this relation: it gives the condition on the related record.
 */
export type SearchThrough<E> = (
  query: Condition<E>,
  request: ResourceRequest,
  value: string,
  field: string,
  resource: ClassOf,
) => Condition<E>;

interface Options<T, M extends string> extends CommonOptions<M> {
  readonly searchable?: readonly FieldOf<T>[] | SearchThrough<EntityOf<T>>;
  readonly sortable?: readonly ColumnOf<T>[];
}

/** The short form names no resource, so that the related columns are checked at boot. */
interface ShortOptions extends Omit<CommonOptions<never>, 'relationship'> {
  readonly searchable?: readonly string[];
  readonly sortable?: readonly string[];
}

/**
 * This record holds the key of one record of another resource.
 *
 * @spec Relation field kinds
 */
export const BelongsTo = relation('BelongsTo') as {
  (options?: ShortOptions): ToOne<object>;
  <T extends ResourceBase<object>, const M extends string = None>(
    resource: Thunk<T>,
    options?: Options<T, M>,
  ): ToOne<EntityOf<T>, M>;
};

import { storeMember } from '../store/definition-store.js';
import type { ComputedOptions } from '../contracts/options.js';
import type { EntityOf, ResourceBase } from '../store/resource-of.js';
import type { Key, ResourceRequest } from '../../base/types/register.js';
import type { Columns, Mistake } from '../../base/types/compile-time.js';

interface Options<Needs extends string> extends Omit<ComputedOptions, 'needs'> {
  readonly needs: readonly Needs[];
}
type Check<T, Needs> = [Needs] extends [Columns<EntityOf<T>>]
  ? unknown
  : Mistake<
      'needs names a property that is not a column of the entity',
      Exclude<Needs, Columns<EntityOf<T>>>
    >;
type EachMethod<Needs> = <
  T extends ResourceBase<object>,
  K extends string,
  F extends (request: ResourceRequest, record: EntityOf<T>) => unknown,
>(
  target: T,
  key: K & Check<T, Needs>,
  method: TypedPropertyDescriptor<F>,
) => void;
type BatchMethod<Needs> = <
  T extends ResourceBase<object>,
  K extends string,
  F extends (
    request: ResourceRequest,
    records: readonly EntityOf<T>[],
  ) => ReadonlyMap<Key, unknown> | Promise<ReadonlyMap<Key, unknown>>,
>(
  target: T,
  key: K & Check<T, Needs>,
  method: TypedPropertyDescriptor<F>,
) => void;

/**
 * Declares an attribute that a method computes from columns of the record. It follows the
 * stored attributes, and requests select it like them, but do not sort, search or filter by it.
 * Called once per record, or with `batch` once per page.
 *
 * @contract C3.6
 */
export function Computed<const Needs extends string = never>(
  options: Options<Needs> & { readonly batch?: false },
): EachMethod<Needs>;
export function Computed<const Needs extends string = never>(
  options: Options<Needs> & { readonly batch: true },
): BatchMethod<Needs>;
export function Computed(options: ComputedOptions): (target: object, key: string) => void {
  return (target, key) => storeMember(target, key, { kind: 'computed', options });
}

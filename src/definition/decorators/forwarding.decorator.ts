import { storeMember } from '../store/definition-store.js';
import type { ForwardingOptions } from '../contracts/options.js';
import type { EntityOf, Related, ResourceBase } from '../store/resource-of.js';
import type { Columns, Mistake, PropertyOf } from '../../base/types/compile-time.js';

interface Options<Needs extends string> extends Omit<ForwardingOptions, 'needs'> {
  readonly needs?: readonly Needs[];
}
type Check<T, K extends string, Needs> = [PropertyOf<EntityOf<T>, K>] extends [never]
  ? Mistake<'the entity has no such property', K>
  : [Needs] extends [Columns<EntityOf<T>>]
    ? unknown
    : Mistake<
        'needs names a property that is not a column of the entity',
        Exclude<Needs, Columns<EntityOf<T>>>
      >;

/**
 * Forwards to the entity's attribute, getter or relationship of that name.
 *
 * @spec Relation definitions, forwarding form
 */
export function Forwarding<const Needs extends string = never>(options: Options<Needs> = {}) {
  return <T extends ResourceBase<object>, K extends keyof T & string>(
    target: T,
    key: K &
      (T[K] extends Related
        ? Check<T, K, Needs>
        : Mistake<'the type of a relation is Related', T[K]>),
  ): void => storeMember(target, key, { kind: 'forwarding', options });
}

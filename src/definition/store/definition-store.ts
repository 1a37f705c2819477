import type { ActionOptions } from '../contracts/action.js';
import type { FilterOptions } from '../contracts/filter.js';
import type {
  CallableOptions,
  ComputedOptions,
  FieldOptions,
  ForwardingOptions,
  InputOptions,
  RelationKind,
  RelationOptions,
  ResourceOptions,
} from '../contracts/options.js';
import type { MemberList, ResourceClass } from './resource-of.js';
import type { ClassOf } from '../../base/types/compile-time.js';

/** A member of a resource, as its decorator or the list of `ResourceOf` declares it. */
export type MemberDefinition =
  | {
      readonly kind: 'field';
      readonly options: FieldOptions;
      /** Is it declared by the list of `ResourceOf`? */
      readonly isListed?: true;
    }
  | { readonly kind: 'input'; readonly options: InputOptions }
  | {
      readonly kind: 'relation';
      readonly relation: RelationKind;
      readonly resource?: () => ResourceClass;
      readonly options: RelationOptions;
    }
  /** A relation in the list of `ResourceOf`: TypeORM's metadata knows its kind. */
  | { readonly kind: 'listed relation'; readonly options: Record<never, never> }
  | { readonly kind: 'callable'; readonly invokable?: ClassOf; readonly options: CallableOptions }
  | { readonly kind: 'computed'; readonly options: ComputedOptions }
  | { readonly kind: 'forwarding'; readonly options: ForwardingOptions };

const members = new WeakMap<object, Map<string, MemberDefinition>>();
const lists = new WeakMap<object, MemberList>();
const resources = new WeakMap<object, ResourceOptions>();
const serving = new WeakMap<object, readonly object[]>();
const actions = new WeakMap<object, ActionOptions>();
const filters = new WeakMap<object, FilterOptions>();

/** Decorators store and do nothing else; all work moves to boot. */
export function storeMember(prototype: object, key: string, member: MemberDefinition): void {
  const own = members.get(prototype) ?? new Map<string, MemberDefinition>();
  members.set(prototype, own.set(key, member));
}

/** Keeps the list of `ResourceOf` as it was written, for the verifiers. */
export function storeMemberList(base: { prototype: object }, list: MemberList): void {
  lists.set(base.prototype, list);
}

export function storeResource(resource: object, options: ResourceOptions): void {
  resources.set(resource, options);
  const { entity } = resource as { readonly entity?: object };
  if (entity) serving.set(entity, [...(serving.get(entity) ?? []), resource]);
}

/** Returns the classes with `@Resource` that serve an entity, whether a module registers them or not. */
export const findResourcesOf = (entity: object): readonly object[] => serving.get(entity) ?? [];

export function storeAction(action: object, options: ActionOptions): void {
  actions.set(action, options);
}

export function storeFilter(filter: object, options: FilterOptions): void {
  filters.set(filter, options);
}

export const findResourceOptions = (resource: object): ResourceOptions | undefined =>
  resources.get(resource);
/** The lists of `ResourceOf` that a resource and its parents extend. */
export function memberListsOf(resource: { prototype: object }): readonly MemberList[] {
  const parent = Object.getPrototypeOf(resource.prototype) as object | null;
  if (parent === null || parent === Object.prototype) return [];
  const list = lists.get(parent);
  return [...memberListsOf({ prototype: parent }), ...(list ? [list] : [])];
}
export const findActionOptions = (action: object): ActionOptions | undefined => actions.get(action);
export const findFilterOptions = (filter: object): FilterOptions | undefined => filters.get(filter);

/**
 * The members of a resource in the order of declaration; a parent class's first, unless the child
 * declares them anew.
 */
export function membersOf(resource: { prototype: object }): ReadonlyMap<string, MemberDefinition> {
  const parent = Object.getPrototypeOf(resource.prototype) as object | null;
  const inherited =
    parent === null || parent === Object.prototype ? [] : membersOf({ prototype: parent });
  return new Map([...inherited, ...(members.get(resource.prototype) ?? [])]);
}

import type { ClassOf, FieldKey, Plain, RelationKey } from '../types/compile-time.js';
import { storeMember, storeMemberList } from './definition-store.js';

declare const ENTITY: unique symbol;
declare const RELATED: unique symbol;

/** The type of a relation's property. It has no value: the decorator contains everything. */
export interface Related {
  readonly [RELATED]: true;
}

declare const INPUT: unique symbol;
/** The type of an input's property: a body may hold it, no record does. */
export interface Unstored {
  readonly [INPUT]: true;
}
export interface ResourceBase<E extends object> {
  readonly [ENTITY]: E;
}
export type EntityOf<T> = T extends ResourceBase<infer E> ? E : never;
export interface ResourceClass<T extends ResourceBase<object> = ResourceBase<object>> {
  new (...args: never[]): T;
  readonly entity: ClassOf;
}

/** The members of a resource that need no lines of their own. */
export interface MemberList<F extends string = string, R extends string = string> {
  /**
   * Properties of the entity: rules and types come from their columns. A column that fills itself,
   * such as a generated key or a date of creation, is read-only.
   */
  readonly fields?: readonly F[];
  /** The fields that `search` looks into. */
  readonly searchable?: readonly NoInfer<F>[];
  /** The fields that records can be sorted by. */
  readonly sortable?: readonly NoInfer<F>[];
  /** The fields that are query parameters; their match types come from the columns. */
  readonly matchable?: readonly NoInfer<F>[];
  /**
   * Relationships of the entity: kinds and keys come from TypeORM's metadata, the target is the
   * only resource of the related entity.
   */
  readonly relations?: readonly R[];
}

/**
 * The base of a resource: it carries the entity, so that each decorator can check its own member.
 *
 * @param members the members that need no decorator; a decorator of the same member replaces them
 */
export function ResourceOf<
  E extends object,
  const F extends FieldKey<E> = never,
  const R extends RelationKey<E> = never,
>(
  entity: ClassOf<E>,
  members: MemberList<F, R> = {},
): (abstract new () => ResourceBase<E> & Pick<E, F> & Record<R, Related>) & {
  readonly entity: ClassOf<E>;
} {
  abstract class Base {
    static readonly entity = entity;
  }
  storeList(Base, members);
  return Base as never;
}

function storeList(base: { prototype: object }, members: MemberList): void {
  storeMemberList(base, members);
  const fieldOptions = ['searchable', 'sortable', 'matchable'] as const;
  for (const name of members.fields ?? []) {
    const chosen = fieldOptions.filter((option) => members[option]?.includes(name));
    const options = Object.fromEntries(chosen.map((option) => [option, true]));
    storeMember(base.prototype, name, { kind: 'field', options, isListed: true });
  }
  for (const name of members.relations ?? [])
    storeMember(base.prototype, name, { kind: 'listed relation', options: {} });
}

type JsonPath<K extends string, V> = V extends Plain | readonly unknown[]
  ? never
  : V extends object
    ? {
        [P in keyof V & string]: `${K}->${P}` | JsonPath<`${K}->${P}`, NonNullable<V[P]>>;
      }[keyof V & string]
    : never;

/** The declared fields of a resource. */
export type FieldOf<T> = {
  [K in keyof T & string]: T[K] extends Related | Unstored | ((...args: never[]) => unknown)
    ? never
    : K;
}[keyof T & string];
/** The declared fields, and the paths into those that hold JSON. */
export type ColumnOf<T> =
  FieldOf<T> | { [K in FieldOf<T>]: JsonPath<K, NonNullable<T[K]>> }[FieldOf<T>];
/** The keys of a resource's relations. */
export type RelationOf<T> = { [K in keyof T & string]: T[K] extends Related ? K : never }[keyof T &
  string];

import type { ClassOf, FieldKey, Plain, RelationKey } from '../../base/types/compile-time.js';
import { storeMember, storeMemberList } from './definition-store.js';

declare const ENTITY: unique symbol;
declare const RELATED: unique symbol;

/** The type of a relation's property. It never has a value; the decorator declares the relation. */
export interface Related {
  readonly [RELATED]: true;
}

declare const INPUT: unique symbol;
/** The type of an input's property: a body may contain it, but records do not. */
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

/** The members of a resource that do not need a decorator. */
export interface MemberList<F extends string = string, R extends string = string> {
  /**
   * Properties of the entity. Their rules and types come from the columns. A column that is filled
   * automatically, such as a generated key or a creation date, is read-only.
   */
  readonly fields?: readonly F[];
  /** The fields that `search` searches. */
  readonly searchable?: readonly NoInfer<F>[];
  /** The fields that records can be sorted by. */
  readonly sortable?: readonly NoInfer<F>[];
  /** The fields that query parameters can filter by. Their match types come from the columns. */
  readonly matchable?: readonly NoInfer<F>[];
  /**
   * Relationships of the entity. Their kinds and keys come from TypeORM's metadata. The target is
   * the only resource of the related entity.
   */
  readonly relations?: readonly R[];
}

/**
 * Returns the base class of a resource. It contains the type of the entity, so that each decorator
 * can check its member at compile time.
 *
 * @param members members without a decorator; a decorator for the same member takes precedence
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
/** The declared fields, and the paths into fields that contain JSON. */
export type ColumnOf<T> =
  FieldOf<T> | { [K in FieldOf<T>]: JsonPath<K, NonNullable<T[K]>> }[FieldOf<T>];
/** The keys of a resource's relations. */
export type RelationOf<T> = { [K in keyof T & string]: T[K] extends Related ? K : never }[keyof T &
  string];

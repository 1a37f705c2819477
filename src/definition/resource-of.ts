import type { Plain, ClassOf } from '../types/compile-time.js';

declare const ENTITY: unique symbol;
declare const RELATED: unique symbol;

/** The type of a relation's property: it holds no value, its decorator says everything. */
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

/**
 * The base of a resource: it carries the entity, so that each decorator can check its own member.
 */
export function ResourceOf<E extends object>(
  entity: ClassOf<E>,
): (abstract new () => ResourceBase<E>) & { readonly entity: ClassOf<E> } {
  abstract class Base {
    static readonly entity = entity;
  }
  return Base as never;
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

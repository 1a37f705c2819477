import type { FieldMatch, RelationTypes, Resources, ResourceTypes } from './resource-types.js';

/** The names of the attributes of a resource, and `id`, which adds none. */
export type FieldName<T extends ResourceTypes> = (keyof T['attributes'] & string) | 'id';

/** `title`, or `-title` for the descending order. @contract C5.5 */
export type Sort<T extends ResourceTypes> = T['sorts'] | `-${T['sorts']}`;

/** A value to compare with: a value itself, a list of allowed values, or operators. */
export type FieldCondition<M> =
  M extends FieldMatch<infer Value, infer Operator>
    ? | Value
      | null
      | readonly (Value | null)[]
      | {
          readonly [O in Operator]?: O extends 'in' | 'nin'
            ? readonly (Value | null)[]
            : O extends 'eq'
              ? Value | null
              : O extends 'like'
                ? string
                : Value;
        }
    : never;

/** Conditions by field; all of them must hold. @contract C5.6 */
export type ResourceFilter<T extends ResourceTypes> = {
  readonly [F in keyof T['matches']]?: FieldCondition<T['matches'][F]> | undefined;
};

/** What is read of an included relation. */
export type IncludedQuery<
  R extends Resources<R>,
  L extends RelationTypes,
> = L['form'] extends 'data'
  ? never
  : {
      readonly fields?: readonly FieldName<Target<R, L>>[] | undefined;
      readonly include?: Include<R, TargetKey<R, L>> | undefined;
    } & (L['form'] extends 'many'
      ? {
          readonly sort?: Sort<Target<R, L>> | readonly Sort<Target<R, L>>[] | undefined;
          readonly filter?: ResourceFilter<Target<R, L>> | undefined;
        }
      : unknown);

/** The key of the resource that a relation leads to. */
export type TargetKey<R extends Resources<R>, L extends RelationTypes> = L['target'] & keyof R;
type Target<R extends Resources<R>, L extends RelationTypes> = R[TargetKey<R, L>];

/** Relations to load: their names, or an object that also selects their columns and records. */
export type Include<R extends Resources<R>, K extends keyof R> =
  | readonly (keyof R[K]['relations'] & string)[]
  | {
      readonly [N in keyof R[K]['relations']]?:
        true | IncludedQuery<R, R[K]['relations'][N]> | undefined;
    };

/** What `fields` and `include` of a request can be. */
export type Fields<R extends Resources<R>, K extends keyof R> =
  readonly FieldName<R[K]>[] | undefined;
export type Included<R extends Resources<R>, K extends keyof R> = Include<R, K> | undefined;

/** Rejects names in an object whose type was inferred, which the compiler does not do itself. */
export type Exact<Given, Allowed> = Given extends readonly unknown[]
  ? Given
  : Given extends object
    ? {
        readonly [N in keyof Given]: N extends KeysOf<Allowed>
          ? Exact<Given[N], MemberOf<Allowed, N>>
          : never;
      }
    : Given;
type KeysOf<Allowed> = Allowed extends readonly unknown[] ? never : keyof ObjectOf<Allowed>;
type ObjectOf<Allowed> = Extract<Allowed, object>;
type MemberOf<Allowed, N> = Allowed extends readonly unknown[]
  ? never
  : Allowed extends object
    ? N extends keyof Allowed
      ? NonNullable<Allowed[N]>
      : never
    : never;

/** What a request reads of a record. @contract C5.1 */
export interface ShowQuery<R extends Resources<R>, K extends keyof R, F, I> {
  /** The attributes; default: all. */
  readonly fields?: F | undefined;
  readonly include?: (Include<R, K> & I & Exact<I, Include<R, K>>) | undefined;
  /** The maximum number of records per included collection. */
  readonly relatablePerPage?: number | undefined;
  /** Adds links to the rest of collections that were cut, in `meta.more`. */
  readonly more?: boolean | undefined;
}

/** What selects records. */
export interface NarrowingQuery<T extends ResourceTypes> {
  readonly search?: T['search'] | undefined;
  readonly filter?: ResourceFilter<T> | undefined;
  /** Declared filters, by key. */
  readonly filters?: Partial<T['filters']> | undefined;
}

/** What a request reads of a list. @contract C5 */
export interface ListQuery<R extends Resources<R>, K extends keyof R, F, I>
  extends ShowQuery<R, K, F, I>, NarrowingQuery<R[K]> {
  readonly sort?: Sort<R[K]> | readonly Sort<R[K]>[] | undefined;
  readonly perPage?: number | undefined;
}

/** A list, and which page of it. @contract C5.4 */
export interface IndexQuery<R extends Resources<R>, K extends keyof R, F, I, C> extends ListQuery<
  R,
  K,
  F,
  I
> {
  readonly page?: number | undefined;
  /** In place of `page`: empty for the first page, then the value from `links.next`. */
  readonly cursor?: C;
  /**
   * `none` and `estimated` are faster than `exact`, the default. With `none`, `total` and
   * `last_page` are null.
   */
  readonly count?: 'exact' | 'none' | 'estimated' | undefined;
}

/** A list that is read as a whole, in one response. @contract C17.3 */
export type ExportQuery<R extends Resources<R>, K extends keyof R, F, I> = Omit<
  ListQuery<R, K, F, I>,
  'perPage'
>;

/**
 * What selects the records of an action, and the relations that its handler reads. @contract C5.1
 */
export interface ActionQuery<R extends Resources<R>, K extends keyof R> extends NarrowingQuery<
  R[K]
> {
  readonly include?: Include<R, K> | undefined;
}

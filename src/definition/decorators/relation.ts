import { storeMember } from '../store/definition-store.js';
import type { ReadingOptions, RelationKind } from '../contracts/options.js';
import type {
  EntityOf,
  FieldOf,
  Related,
  ResourceBase,
  ResourceClass,
} from '../store/resource-of.js';
import type { Decision, PivotRequest, ResourceRequest } from '../../base/types/register.js';
import type {
  ClassOf,
  ElementOf,
  Loaded,
  Mistake,
  Plain,
  PropertyOf,
  Snake,
} from '../../base/types/compile-time.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';

/** No model relationship named: the relation's key is its name. */
export type None = string & { readonly none: never };
export type Thunk<T extends ResourceBase<object>> = () => ResourceClass<T>;
type Source<K extends string, M extends string> = [M] extends [None] ? K : M;

type One<E, P extends PropertyKey> = P extends keyof E
  ? Loaded<E[P]> extends readonly unknown[]
    ? never
    : Loaded<E[P]>
  : never;
type Many<E, P extends PropertyKey> = P extends keyof E ? ElementOf<E[P]> : never;
type Check<Found, Wanted, K> = [Found] extends [never]
  ? Mistake<'no relationship of this arity on the entity', K>
  : [Found] extends [Wanted]
    ? unknown
    : Mistake<'the relationship leads to another entity', Found>;
type OnRelated<V, Then> = V extends Related
  ? Then
  : Mistake<'the type of a relation is Related', V>;

/** A decorator for a property whose relationship leads to one record of the wanted entity. */
export type ToOne<Wanted, M extends string = None> = <
  T extends ResourceBase<object>,
  K extends keyof T & string,
>(
  target: T,
  key: K &
    OnRelated<
      T[K],
      Check<One<EntityOf<T>, PropertyOf<EntityOf<T>, Source<K, M>>>, Wanted, Source<K, M>>
    >,
) => void;
/** A decorator for a property whose relationship leads to many records of the wanted entity. */
export type ToMany<Wanted, M extends string = None> = <
  T extends ResourceBase<object>,
  K extends keyof T & string,
>(
  target: T,
  key: K &
    OnRelated<
      T[K],
      Check<Many<EntityOf<T>, PropertyOf<EntityOf<T>, Source<K, M>>>, Wanted, Source<K, M>>
    >,
) => void;

export interface CommonOptions<M extends string> extends ReadingOptions {
  /**
   * The model relationship, where its name is not the key. @spec Relation definitions, long form
   */
  readonly relationship?: M;
  readonly canEnableRelationship?: (request: ResourceRequest) => Decision;
}
export interface MorphOptions<M extends string> extends CommonOptions<M> {
  /**
   * `commentable` for the columns `commentable_type` and `commentable_id`; defaults to the
   * only such pair.
   */
  readonly morph?: string;
}

/** The plain columns of a pivot entity, named as fields are: by the property, or its snake_case. */
export type PivotColumnOf<P> = {
  [K in keyof P & string]: NonNullable<P[K]> extends NonNullable<Plain> ? K | Snake<K> : never;
}[keyof P & string];

export interface PivotOptions<T, M extends string, P extends object> extends CommonOptions<M> {
  /** The entity of the pivot table. */
  readonly through?: () => ClassOf<P>;
  readonly withPivot?: readonly NoInfer<PivotColumnOf<P>>[];
  /**
   * Whether a record can be attached only once, from either side. Defaults to whether the entity of
   * the pivot table declares a unique index of both keys beside its primary key.
   * @contract C7.6
   */
  readonly unique?: boolean;
  readonly canAttach?: (request: ResourceRequest, related: EntityOf<T>) => Decision;
  readonly canDetach?: (request: ResourceRequest, related: EntityOf<T>) => Decision;
  readonly attachCallback?: (
    request: PivotRequest,
    resource: ResourceClass,
    parent: never,
  ) => unknown;
  readonly detachCallback?: (
    request: PivotRequest,
    resource: ResourceClass,
    parent: never,
  ) => unknown;
  /** The messages of rules for pivot values: column -> rule -> message. @contract C7.2 */
  readonly messages?: Readonly<
    Partial<Record<NoInfer<PivotColumnOf<P>>, Readonly<Record<string, string>>>>
  >;
  readonly validationCallback?: (
    request: ResourceRequest,
    pivot: Readonly<Record<string, unknown>>,
  ) => Readonly<Partial<Record<NoInfer<PivotColumnOf<P>>, readonly RuleSpec[]>>>;
}

export type FieldsOf<T> = readonly FieldOf<T>[];

/**
 * What every relation decorator does: it stores its kind, its target's thunk, if it names one, and
 * its options.
 */
export function relation(kind: RelationKind) {
  return (first?: (() => ResourceClass) | object, second: object = {}) => {
    const [named, options] =
      typeof first === 'function'
        ? [{ resource: first as () => ResourceClass }, second]
        : [{}, first];
    return (target: object, key: string): void =>
      storeMember(target, key, {
        kind: 'relation',
        relation: kind,
        ...named,
        options: options ?? {},
      });
  };
}

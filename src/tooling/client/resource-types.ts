/** A key of a record. Responses contain keys as strings. @contract C1.3 */
export type RecordId = string | number;

/** A field that can be compared with values. @contract C5.6 */
export interface FieldMatch<Value, Operator extends string> {
  readonly value: Value;
  readonly operators: Operator;
}
type Comparing = 'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin';

/** A field that is matched as text. `More` are operators that the service adds. */
export type TextMatch<Value = string, More extends string = never> = FieldMatch<
  Value,
  Comparing | 'like' | More
>;
/** A field that is matched as a number or an instant. */
export type OrderedMatch<Value, More extends string = never> = FieldMatch<Value, Comparing | More>;
/** A field that is matched as a boolean. */
export type BooleanMatch<More extends string = never> = FieldMatch<
  boolean,
  'eq' | 'in' | 'nin' | More
>;

/** A relation, a callable or a forwarded attribute. */
export interface RelationTypes {
  readonly form: 'one' | 'many' | 'data';
  /** The key of the related resource. */
  readonly target: string;
  /** The attributes that responses contain unless the request selects others; `null` for all. */
  readonly columns: string | null;
  /** The pivot values in responses; `null` for none. */
  readonly pivots: object | null;
  /** The pivot values in bodies; `null` if the relation has no pivot table. */
  readonly link: object | null;
}

/** A relation to one record, or none. */
export interface One<Target extends string, Columns extends string | null = null> {
  readonly form: 'one';
  readonly target: Target;
  readonly columns: Columns;
  readonly pivots: null;
  readonly link: null;
}
/** A relation to several records. */
export interface Many<Target extends string, Columns extends string | null = null> {
  readonly form: 'many';
  readonly target: Target;
  readonly columns: Columns;
  readonly pivots: null;
  readonly link: null;
}
/** A relation to several records through a pivot table. */
export interface ManyToMany<
  Target extends string,
  Pivots extends object | null,
  Link extends object,
  Columns extends string | null = null,
> {
  readonly form: 'many';
  readonly target: Target;
  readonly columns: Columns;
  readonly pivots: Pivots;
  readonly link: Link;
}
/** A callable or a forwarded attribute, whose value can be any data. */
export interface AnyData {
  readonly form: 'data';
  readonly target: never;
  readonly columns: null;
  readonly pivots: null;
  readonly link: null;
}

/** An action: its body, and what its handler returns. */
export interface ActionTypes {
  readonly body: unknown;
  readonly result: unknown;
}

/** What the generated file contains about a resource. */
export interface ResourceTypes {
  readonly attributes: object;
  /** The bodies of writes. */
  readonly store: object;
  readonly update: object;
  readonly patch: object;
  readonly relations: Readonly<Record<string, RelationTypes>>;
  /** The relations that responses contain without being asked. @contract C5.11 */
  readonly alwaysIncluded: string;
  readonly matches: Readonly<Record<string, FieldMatch<unknown, string>>>;
  readonly sorts: string;
  /** Declared filters, by key, with their values. @contract C5.7 */
  readonly filters: object;
  /** The type of a search term; `never` if the resource cannot be searched. */
  readonly search: string;
  /** Actions at the path of the collection, and at the path of a record. */
  readonly collectionActions: Readonly<Record<string, ActionTypes>>;
  readonly recordActions: Readonly<Record<string, ActionTypes>>;
}

/** All resources of a service, by key. */
export type Resources<R> = { readonly [K in keyof R]: ResourceTypes };

/** A resource without known types, for code that handles every resource. */
export interface AnyResource {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly store: object;
  readonly update: object;
  readonly patch: object;
  readonly relations: Readonly<Record<string, AnyRelation>>;
  readonly alwaysIncluded: never;
  readonly matches: Readonly<Record<string, TextMatch<string | number | boolean | Date>>>;
  readonly sorts: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly search: string;
  readonly collectionActions: Readonly<Record<string, ActionTypes>>;
  readonly recordActions: Readonly<Record<string, ActionTypes>>;
}
type AnyRelation = ManyToMany<string, object | null, object>;
export type AnyResources = Readonly<Record<string, AnyResource>>;

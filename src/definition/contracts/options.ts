import type { Decision, PivotRequest, ResourceRequest } from '../../base/types/register.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type { Condition } from './condition.js';
import type { DeprecationOptions } from './deprecation.js';
import type { ClassOf } from '../../base/types/compile-time.js';

/** How a query parameter filters by a field. @contract C5.6 */
export type MatchType = 'text' | 'number' | 'between' | 'datetime' | 'boolean';

/** The rules that a field can have from its column. */
export type DerivedRule =
  | 'required'
  | 'present'
  | 'string'
  | 'integer'
  | 'numeric'
  | 'uuid'
  | 'boolean'
  | 'date'
  | 'max'
  | 'between'
  | 'in'
  | 'exists'
  | 'unique'
  | 'nullable';

/** Who sees a member of a resource. @contract C5.9 */
export interface RightsOptions {
  /**
   * Whether this caller sees the member. Without it, every caller does. For a caller who does not
   * see it, the member does not exist. Asked once per request.
   */
  readonly canSee?: (request: ResourceRequest) => Decision;
}

/**
 * Where records are read: in lists over HTTP (`index`), as single records over HTTP (`show`, the
 * responses of writes, the profile), or by tools for agents.
 */
export type ReadingPlace = 'index' | 'show' | 'tools';

/** Where and by which callers a member of a resource is read. @contract C5.9, C5.10 */
export interface ReadingOptions extends RightsOptions, DeprecationOptions {
  /** The places where the member exists; by default, all of them. Writes ignore it. */
  readonly only?: readonly ReadingPlace[];
}

/** How user interfaces present a member of a resource. @contract C17.1 */
export interface PresentationOptions {
  /** The name for people; by default the words of the name: `created_at` -> `Created at`. */
  readonly label?: string;
  /** An explanation for people who enter a value. */
  readonly help?: string;
}

/** The options of a field, as the registry reads them. Those of the decorator are stricter. */
export interface FieldOptions extends ReadingOptions, PresentationOptions {
  readonly rules?: readonly RuleSpec[];
  readonly storingRules?: readonly RuleSpec[];
  readonly messages?: Readonly<Record<string, string | undefined>>;
  readonly image?: boolean;
  readonly storeAs?: string | ((request: ResourceRequest) => string);
  readonly searchable?: boolean;
  readonly sortable?: boolean;
  /** The match type; `true` derives it from the column. */
  readonly matchable?: MatchType | true;
  /** Whether responses contain the field and requests cannot write it. */
  readonly readOnly?: boolean;
  /** Whether requests can write the field and responses never contain it. */
  readonly writeOnly?: boolean;
  readonly canWrite?: (request: ResourceRequest) => Decision;
  /** The value in a new record if the caller does not or may not send it. @contract C4.2 */
  readonly default?: (request: ResourceRequest) => unknown;
  /** Returns the value to store instead of the validated value, such as the hash of a password. */
  readonly transform?: (value: never) => unknown;
  /** The entity's property; defaults to the field's name, or that name in camelCase. */
  readonly property?: string;
  /** Returns a decimal or bigint column as a number instead of a string. @contract C1.6 */
  readonly number?: boolean;
  /** `false`: the column does not add rules. Its type is still checked. */
  readonly derive?: boolean;
}

/**
 * The options of an input: a value that a body may contain, which is validated but not stored.
 */
export interface InputOptions extends RightsOptions, PresentationOptions, DeprecationOptions {
  readonly rules?: readonly RuleSpec[];
  readonly messages?: Readonly<Record<string, string | undefined>>;
  /** Whether the input is part of this request; by default, it is part of every write. */
  readonly appliesTo?: (request: ResourceRequest) => Decision;
}

export type SearchCallback = (
  query: unknown,
  request: ResourceRequest,
  value: string,
  field: string,
  resource: ClassOf,
) => Condition;
type Authorize = (request: ResourceRequest, related: never) => Decision;
type Replace = (request: PivotRequest, resource: ClassOf, parent: never) => unknown;

/** The kinds of relations, each with the decorator of its name. @spec Relation field kinds */
export type RelationKind =
  'BelongsTo' | 'HasOne' | 'HasMany' | 'MorphOne' | 'MorphMany' | 'BelongsToMany' | 'MorphToMany';

/** The options of all relation kinds, as the registry reads them. @spec Relation field options */
export interface RelationOptions extends ReadingOptions {
  readonly relationship?: string;
  readonly canEnableRelationship?: (request: ResourceRequest) => Decision;
  readonly searchable?: readonly string[] | SearchCallback;
  readonly sortable?: readonly string[];
  readonly columns?: readonly string[];
  readonly through?: () => ClassOf;
  readonly morph?: string;
  readonly withPivot?: readonly string[];
  readonly unique?: boolean;
  readonly canAttach?: Authorize;
  readonly canDetach?: Authorize;
  readonly attachCallback?: Replace;
  readonly detachCallback?: Replace;
  /** The messages of rules for pivot values: column -> rule -> message. */
  readonly messages?: Readonly<
    Record<string, Readonly<Record<string, string | undefined>> | undefined>
  >;
  readonly validationCallback?: (
    request: ResourceRequest,
    pivot: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, readonly RuleSpec[] | undefined>>;
}

export interface CallableOptions extends ReadingOptions {
  /** Whether the callable receives all records of a page and returns a Map from key to value. */
  readonly batch?: boolean;
  /** The columns of a record that the callable reads; defaults to all columns. */
  readonly needs?: readonly string[];
  readonly canEnableRelationship?: (request: ResourceRequest) => Decision;
}

/** The name of a JSON type, or a JSON Schema. */
export type ComputedType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'array'
  | 'object'
  | Readonly<Record<string, unknown>>;

/** The options of a computed attribute. */
export interface ComputedOptions extends ReadingOptions, PresentationOptions {
  /** The columns of a record that the method reads; they do not need a field. */
  readonly needs: readonly string[];
  /** The type of the values, for clients. Values are not checked against it. */
  readonly type: ComputedType;
  /** Whether the method receives all records of a page and returns a Map from key to value. */
  readonly batch?: boolean;
}

export interface ForwardingOptions extends ReadingOptions {
  /** The columns that the entity's property or getter reads; defaults to all columns. */
  readonly needs?: readonly string[];
  readonly canEnableRelationship?: (request: ResourceRequest) => Decision;
}

/** An operation that agents can call as a tool. */
export type ToolOperation =
  | 'index'
  | 'show'
  | 'store'
  | 'update'
  | 'delete'
  | 'attach'
  | 'detach'
  | 'sync'
  | 'profile'
  | 'actions';

export interface ResourceOptions {
  /** The key; defaults to the plural of the entity's name in snake_case. @contract C1.2 */
  readonly uriKey?: string;
  /** The name of its records for people; by default the words of the key. @contract C17.1 */
  readonly label?: string;
  /**
   * The attribute that names a record for people. Defaults to the first of `name`, `title`, `label`
   * and `email`, or the first field with strings, or the key.
   * @contract C17.1
   */
  readonly titleField?: string;
  /** The heading under which user interfaces list the resource; by default none. */
  readonly group?: string;
  readonly policy?: ClassOf;
  readonly actions?: readonly ClassOf[];
  /** The filters of the index: injectable classes with `@Filter`. @contract C5.7 */
  readonly filters?: readonly ClassOf[];
  /** An injectable class whose hooks run inside the transaction of each write. @contract C4.6 */
  readonly hooks?: ClassOf;
  /**
   * An injectable class whose methods `index`, `show`, `store`, `update` and `delete` replace these
   * operations, over HTTP and for tools. See `Operations`. @contract C4.6
   */
  readonly operations?: ClassOf;
  /** Whether writes and actions on the records are logged. */
  readonly logged?: boolean;
  /** Provides tools for agents: `true` for all operations, or a list of operations. */
  readonly tools?: boolean | readonly ToolOperation[];
  /** Whether this resource serializes the profile. @spec Profile visibility flag */
  readonly profile?: boolean;
  /**
   * The relations that every response with a record of this resource loads, unless the caller may
   * not use them. They apply to the requested records, not to those that are related to another.
   * @contract C5.11
   */
  readonly with?: readonly string[];
  /** Records per page of the index; defaults to the default page size. */
  readonly perPage?: number;
  /**
   * Related records per parent if this resource is loaded as a relation; defaults to the default
   * page size. @spec Limits
   */
  readonly defaultRelatablePerPage?: number;
}

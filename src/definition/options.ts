import type { Decision, PivotRequest, ResourceRequest } from '../types/register.js';
import type { RuleSpec } from '../rules/rule-types.js';
import type { Condition } from './condition.js';
import type { ClassOf } from '../types/compile-time.js';

/** How a field is matched in the query string. @contract C5.6 */
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

/** The options of a field, as the registry reads them; the decorator's own are stricter. */
export interface FieldOptions {
  readonly rules?: readonly RuleSpec[];
  readonly storingRules?: readonly RuleSpec[];
  readonly messages?: Readonly<Record<string, string | undefined>>;
  readonly image?: boolean;
  readonly storeAs?: string | ((request: ResourceRequest) => string);
  readonly searchable?: boolean;
  readonly sortable?: boolean;
  /** `true`: the match type comes from the column. */
  readonly matchable?: MatchType | true;
  /** Is in responses, never written. */
  readonly readOnly?: boolean;
  /** Written, never in responses. */
  readonly writeOnly?: boolean;
  readonly canWrite?: (request: ResourceRequest) => Decision;
  /** What a stored record gets where the caller sends, or may send, nothing. @contract C4.2 */
  readonly default?: (request: ResourceRequest) => unknown;
  /** What is kept in place of the value that was validated: a password's hash. */
  readonly transform?: (value: never) => unknown;
  /** The entity's property, where it is neither the field's name nor its camelCase. */
  readonly property?: string;
  /** Responds with a decimal or bigint column as a number. @contract C1.6 */
  readonly number?: boolean;
  /** `false`: the column adds no rules to the declared ones. It still checks each value. */
  readonly derive?: boolean;
}

/**
 * The options of a value that a body may hold and no column does: it is validated, and not written.
 */
export interface InputOptions {
  readonly rules?: readonly RuleSpec[];
  readonly messages?: Readonly<Record<string, string | undefined>>;
  /** Is it asked for in this request? Left out: in every write. */
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

/** The options of all relation kinds, as the registry reads them. @spec Relation field options */
export interface RelationOptions {
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
  readonly validationCallback?: (
    request: ResourceRequest,
    pivot: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, readonly RuleSpec[] | undefined>>;
}

export interface CallableOptions {
  /** The callable takes all records of a page and gives a Map from key to value. */
  readonly batch?: boolean;
  /** The columns that it reads of a record; every column when it is left out. */
  readonly needs?: readonly string[];
  readonly canEnableRelationship?: (request: ResourceRequest) => Decision;
}

export interface ForwardingOptions {
  /** The columns that the entity's attribute reads; every column when it is left out. */
  readonly needs?: readonly string[];
  readonly canEnableRelationship?: (request: ResourceRequest) => Decision;
}

/** Which operations an agent may call. */
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
  /** The resource's key; the snake_case plural of the entity's name by default. @contract C1.2 */
  readonly uriKey?: string;
  readonly policy?: ClassOf;
  readonly actions?: readonly ClassOf[];
  /** Filters of its index, each an injectable class with `@Filter`. @contract C5.7 */
  readonly filters?: readonly ClassOf[];
  /** An injectable class with what runs inside the transaction of each write. @contract C4.6 */
  readonly hooks?: ClassOf;
  /** Keeps a log of what is done to its records. */
  readonly logged?: boolean;
  /** Opts in to tools for agents: all operations, or those listed. */
  readonly tools?: boolean | readonly ToolOperation[];
  /** Serializes the profile. @spec Profile visibility flag */
  readonly profile?: boolean;
  /** Records per page of its index; the default page size unless set. */
  readonly perPage?: number;
  /**
   * Related records per parent if this resource is loaded as a relation; the default page size
   * unless set. @spec Limits
   */
  readonly defaultRelatablePerPage?: number;
}

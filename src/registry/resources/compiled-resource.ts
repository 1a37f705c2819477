import type { RelationKind } from '../../definition/index.js';
import type { ActionOptions } from '../../definition/contracts/action.js';
import type {
  CallableOptions,
  ComputedOptions,
  FieldOptions,
  ForwardingOptions,
  InputOptions,
  MatchType,
  RelationOptions,
  ResourceOptions,
} from '../../definition/contracts/options.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type { Hooks } from '../../definition/contracts/hooks.js';
import type { Decision, Key, ResourceRequest } from '../../base/types/register.js';
import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { FilterHandler, FilterOptions } from '../../definition/contracts/filter.js';
import type { ConditionNode } from '../../definition/contracts/condition.js';

export type {
  MatchType,
  ReadingOptions,
  ReadingPlace,
} from '../../definition/contracts/options.js';

/** The type of a column's values, the same on every database. */
export type ValueType =
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'float'
  | 'text'
  | 'uuid'
  | 'boolean'
  | 'datetime'
  | 'date'
  | 'time'
  | 'json'
  | 'binary';

export interface CompiledColumn {
  /** The entity's property. */
  readonly property: string;
  /** The column's name in the database. */
  readonly name: string;
  readonly type: ValueType;
  /** The type in the entity, for casts: `int`, `bigint`, `uuid`, `varchar`, `text[]`. */
  readonly databaseType: string;
  readonly nullable: boolean;
  /**
   * The decimal places of a decimal, or of the seconds of a time; `null` for other types, and for a
   * decimal that keeps as many as a value has.
   */
  readonly scale: number | null;
  /**
   * Whether the column contains the key of its record or of another record. Keys are strings in
   * requests and responses.
   * @contract C1.3
   */
  readonly holdsKey: boolean;
  /** How the column gets a value that a write does not contain; `null` if it does not get one. */
  readonly filledBy: ColumnFill | null;
  /** The maximum length of a string, in characters; `null` if unlimited or for other types. */
  readonly length: number | null;
  /** The values of an enum; `null` for other types. */
  readonly labels: readonly string[] | null;
  /**
   * Whether the database compares the column by code points, so that comparisons can use its index.
   * `false` if that is unknown.
   */
  readonly exact: boolean;
  /** All digits of a decimal, including decimal places; `null` if unlimited or for other types. */
  readonly precision: number | null;
  /**
   * The digits that the database keeps of a decimal, counted from the first that is not zero; `null`
   * if it keeps all, or for other types.
   */
  readonly significantDigits: number | null;
  /** Whether requests and responses have a form for its values. Fields need one. */
  readonly mapped: boolean;
  /** Whether only the database writes it, as a generated column. */
  readonly generated: boolean;
  readonly unsigned: boolean;
  /**
   * The least and the greatest value: integers, floats, or instants in milliseconds; `null` for other
   * types, and where every number fits.
   */
  readonly range: readonly [least: number, most: number] | null;
  /** The most bytes of a string or of binary data; `null` if unlimited or for other types. */
  readonly bytes: number | null;
}

/**
 * How a column is filled automatically. The database generates a number (`count`) or uses the
 * default (`default`). The service sets a UUID (`uuid`), the time of creation (`created`) or of the
 * last write (`updated`), the number of writes (`version`), and the name of the entity in a table that
 * child entities share (`kind`).
 */
export type ColumnFill = 'count' | 'uuid' | 'created' | 'updated' | 'version' | 'kind' | 'default';

/** The table of an entity. */
export interface CompiledTable {
  readonly entity: ClassOf;
  readonly name: string;
  /** Whether it is a view. `false` also if the database was not asked. */
  readonly isView: boolean;
  /** Whether it is that of the action log, whose rows outlive what they are about. @contract C8.1 */
  readonly isLog: boolean;
  /** The value of the column that is filled by `kind`; `null` without one. */
  readonly kind: string | null;
  /** Whether a trigger may set values of new rows. `false` also if the database was not asked. */
  readonly hasTriggers: boolean;
  /**
   * Whether a statement that writes rows can return them as they stay. `false` also if the database
   * was not asked.
   */
  readonly returnsRows: boolean;
  readonly columns: ReadonlyMap<string, CompiledColumn>;
  /** The columns of the primary key. */
  readonly keys: readonly CompiledColumn[];
  /** The columns of each unique index over all rows, except for the primary key. */
  readonly uniques: readonly (readonly CompiledColumn[])[];
  /** The columns of each unique index with a `where`, which covers only some rows. */
  readonly partialUniques: readonly (readonly CompiledColumn[])[];
  /** The column of the delete date if rows are soft-deleted, otherwise `null`. @contract C4.5 */
  readonly deletedAt: CompiledColumn | null;
}

export interface CompiledField {
  /** The name in requests and responses. */
  readonly name: string;
  readonly column: CompiledColumn;
  /** Whether responses contain the field as an attribute. */
  readonly readable: boolean;
  /** The rules of every write: the declared rules, then the rules that the column adds. */
  readonly rules: readonly RuleSpec[];
  /** The rules that the column adds. `rules` contains them too. */
  readonly derived: readonly RuleSpec[];
  readonly matchable: MatchType | null;
  readonly options: FieldOptions;
  /**
   * Which members of its JSON the caller must not see, for the values of log rows; `null` for any
   * other field.
   */
  readonly omits: OmittedMembers | null;
}

/** The members to leave out of a log row's values: which ones depends on the row's resource. */
export interface OmittedMembers {
  /** The column that contains the resource's key. */
  readonly by: CompiledColumn;
  /** The names of the members, by the resource's key. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A value that a body may contain and that is not stored in a column. */
export interface CompiledInput {
  readonly name: string;
  readonly options: InputOptions;
}

/** The type column of a morph, and its value for this resource: the resource's key. */
export interface MorphType {
  readonly column: CompiledColumn;
  readonly value: string;
}

/** The parent's row contains the related row's key. */
export interface ParentKeyJoin {
  readonly keyOn: 'parent';
  readonly column: CompiledColumn;
  readonly target: CompiledColumn;
  readonly type: MorphType | null;
}
/** The related row contains the parent's key. */
export interface RelatedKeyJoin {
  readonly keyOn: 'related';
  readonly column: CompiledColumn;
  readonly source: CompiledColumn;
  readonly type: MorphType | null;
}
/** The rows of a pivot table contain both keys. */
export interface PivotJoin {
  readonly keyOn: 'pivot';
  readonly table: CompiledTable;
  readonly parent: CompiledColumn;
  readonly related: CompiledColumn;
  readonly source: CompiledColumn;
  readonly target: CompiledColumn;
  readonly type: MorphType | null;
}
/** Which row contains the key of a relation. */
export type Join = ParentKeyJoin | RelatedKeyJoin | PivotJoin;

interface Member {
  readonly key: string;
  readonly canEnable: ((request: ResourceRequest) => Decision) | null;
}

export interface CompiledRelation extends Member {
  readonly form: 'relation';
  /** The key of the resource that declares it. */
  readonly owner: string;
  readonly kind: RelationKind;
  /** Whether the relation is a list; otherwise it is one record. */
  readonly many: boolean;
  readonly resource: CompiledResource;
  readonly join: Join;
  readonly pivots: readonly { readonly name: string; readonly column: CompiledColumn }[];
  /** The fields in responses, unless the request selects others; `null` for all fields. */
  readonly columns: readonly string[] | null;
  /** Who may attach, detach and sync; `null` if the relation does not have a pivot table. */
  readonly abilities: PivotAbilities | null;
  readonly options: RelationOptions;
}

/** A many-to-many relation. */
export interface PivotRelation extends CompiledRelation {
  readonly join: PivotJoin;
  readonly abilities: PivotAbilities;
}

/** Decides on one related record. */
export type RelatedAbility = (
  request: ResourceRequest,
  parent: object,
  related: object,
) => Decision;

/**
 * The methods and options that decide on writes to a pivot table. `null`: the operation is denied.
 * @contract C7.4
 */
export interface PivotAbilities {
  readonly attach: RelatedAbility | null;
  readonly detach: RelatedAbility | null;
  /** Decides once, on all keys that the relation will contain. */
  readonly sync:
    ((request: ResourceRequest, parent: object, keys: readonly Key[]) => Decision) | null;
  /** The operations whose decision depends only on the user, so it is the same for all records. */
  readonly recordIndependent: ReadonlySet<'attach' | 'detach' | 'sync'>;
}

export interface CompiledCallable extends Member {
  readonly form: 'callable';
  readonly needs: readonly CompiledColumn[];
  /**
   * Returns a Map from key to value for all records of a page; `null` if the callable is called
   * once per record.
   */
  readonly batch: ((request: ResourceRequest, records: readonly object[]) => unknown) | null;
  /** Returns the value for one record; `null` if the callable is called once per page. */
  readonly each: ((request: ResourceRequest, record: object) => unknown) | null;
  readonly options: CallableOptions;
}

/** An attribute that is computed from columns of its record. */
export interface CompiledComputed extends Pick<CompiledCallable, 'needs' | 'batch' | 'each'> {
  readonly form: 'computed';
  /** The name of the attribute. */
  readonly key: string;
  readonly options: ComputedOptions;
}

export interface CompiledForwarding extends Member {
  readonly form: 'forwarding';
  /** The entity's property or getter, named like the key or like the key in camelCase. */
  readonly property: string;
  readonly needs: readonly CompiledColumn[];
  readonly options: ForwardingOptions;
}

export type CompiledRelated = CompiledRelation | CompiledCallable | CompiledForwarding;

/**
 * The methods of a policy, bound to its instance. Without a method, its operation is denied, except
 * for `show`: without it, `scope` decides.
 *
 * @contract C4.4
 */
export interface CompiledPolicy {
  /** The columns of a record that `show`, `update` and `delete` read. */
  readonly needs: readonly CompiledColumn[];
  /** Whether the flags of a record depend on the record, so that its columns must be read. */
  readonly flagsUseRecord: boolean;
  readonly scope: ((user: unknown) => ConditionNode) | null;
  readonly index: ((user: unknown) => Decision) | null;
  readonly store: ((user: unknown) => Decision) | null;
  readonly show: RecordAbilityCheck | null;
  readonly update: RecordAbilityCheck | null;
  readonly delete: RecordAbilityCheck | null;
}
/** An ability on a record. `usesRecord` is false if its method has no parameter for the record. */
export interface RecordAbilityCheck {
  readonly usesRecord: boolean;
  readonly allows: (user: unknown, record: object) => Decision;
}

export type ActionScope = 'index' | 'show' | 'both' | 'standalone';

export interface CompiledAction {
  readonly uriKey: string;
  readonly name: string;
  readonly scope: ActionScope;
  readonly handler: object;
  /** Whether a request may see the action; `undefined` if the handler does not decide. @contract C6.4 */
  readonly canSee: (request: ResourceRequest) => Decision | undefined;
  /** Whether a user may run it on a record; `null`: on every one. @contract C6.4 */
  readonly canRun: ((user: unknown, record: object) => Decision) | null;
  readonly options: ActionOptions;
}

/** A declared filter of an index. @contract C5.7 */
export interface CompiledFilter {
  readonly key: string;
  readonly name: string;
  readonly handler: FilterHandler<object>;
  readonly options: FilterOptions;
}

/** The operations that a resource can replace. PUT, PATCH and forms for a record all update. */
export const operationNames = ['index', 'show', 'store', 'update', 'delete'] as const;
export type OperationName = (typeof operationNames)[number];

/** The methods that replace operations, bound to their instance. */
export type CompiledOperations = Readonly<
  Partial<Record<OperationName, (request: ResourceRequest) => unknown>>
>;

/** All resources as one caller sees them, by their keys. */
export type ResourceView = ReadonlyMap<string, CompiledResource>;

/**
 * A resource after boot, as all later stages use it. It is frozen. A request receives the view of
 * its caller: the same resource without the members that are hidden from the caller.
 *
 * @contract C5.9
 */
export interface CompiledResource {
  /**
   * The resource with all its members, for code that does not depend on the caller: policies,
   * hooks, handlers, the log. It is the resource itself, unless this is a view.
   */
  readonly full: CompiledResource;
  /** All resources as the same caller sees them. */
  readonly view: ResourceView;
  readonly key: string;
  /** The class that declares the resource. */
  readonly definition: ResourceClass;
  /** The name of that class. */
  readonly name: string;
  readonly table: CompiledTable;
  readonly keyColumn: CompiledColumn;
  readonly fields: ReadonlyMap<string, CompiledField>;
  /** The computed attributes by their names. */
  readonly computed: ReadonlyMap<string, CompiledComputed>;
  readonly inputs: ReadonlyMap<string, CompiledInput>;
  readonly relations: ReadonlyMap<string, CompiledRelated>;
  readonly actions: readonly CompiledAction[];
  /** The filters by the keys that requests contain. */
  readonly filters: ReadonlyMap<string, CompiledFilter>;
  readonly policy: CompiledPolicy;
  /** The hooks, which run inside the transaction of each write. @contract C4.6 */
  readonly hooks: Hooks<object>;
  readonly operations: CompiledOperations;
  /**
   * The morphs of its rows by name: the resources that each may refer to, with their joins.
   */
  readonly morphs: ReadonlyMap<string, readonly MorphTarget[]>;
  readonly perPage: number;
  readonly relatablePerPage: number;
  readonly options: ResourceOptions;
}

/** A resource that a row with a morph may refer to, and the join from that row. */
export interface MorphTarget {
  readonly resource: CompiledResource;
  readonly join: ParentKeyJoin;
}

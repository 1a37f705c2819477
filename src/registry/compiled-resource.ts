import type { RelationKind } from '../definition/index.js';
import type { ActionOptions } from '../definition/action.js';
import type {
  CallableOptions,
  FieldOptions,
  ForwardingOptions,
  InputOptions,
  MatchType,
  RelationOptions,
  ResourceOptions,
} from '../definition/options.js';
import type { RuleSpec } from '../rules/rule-types.js';
import type { Hooks } from '../definition/hooks.js';
import type { Decision, Key, ResourceRequest } from '../types/register.js';
import type { ResourceClass } from '../definition/resource-of.js';
import type { ClassOf } from '../types/compile-time.js';
import type { FilterHandler, FilterOptions } from '../definition/filter.js';
import type { ConditionNode } from '../definition/condition.js';

export type { MatchType } from '../definition/options.js';

/** What a column holds, alike on every database. */
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
  | 'json'
  | 'binary';

export interface CompiledColumn {
  /** The entity's property. */
  readonly property: string;
  /** The column's name in the database. */
  readonly name: string;
  readonly type: ValueType;
  /** The type that the entity declares, for casts: `int`, `bigint`, `uuid`, `varchar`, `text[]`. */
  readonly databaseType: string;
  readonly nullable: boolean;
  /** Digits behind the point of a decimal; `null` for every other type. */
  readonly scale: number | null;
  /**
   * Does it hold a record's key, its own or another's? Keys are strings on the wire.
   * @contract C1.3
   */
  readonly holdsKey: boolean;
  /** What fills it when nothing is given; `null`: nothing does. */
  readonly filledBy: ColumnFill | null;
  /** Characters that a text may have; `null`: no bound, or no text. */
  readonly length: number | null;
  /** The texts that an enumeration takes; `null` for every other type. */
  readonly labels: readonly string[] | null;
  /**
   * Does the database itself compare it by code points, so that an index serves? Where it is not
   * known, it is not so.
   */
  readonly exact: boolean;
  /** Digits of a decimal, those behind the point included; `null` for every other type. */
  readonly precision: number | null;
}

/**
 * What fills a column by itself: the database counts up (`count`) or has a default (`default`); a
 * uuid, the moment of storing (`created`) or of writing (`updated`), and the number of writes
 * (`version`) are filled in here.
 */
export type ColumnFill = 'count' | 'uuid' | 'created' | 'updated' | 'version' | 'default';

/** A table, as an entity describes it. */
export interface CompiledTable {
  readonly entity: ClassOf;
  readonly name: string;
  readonly columns: ReadonlyMap<string, CompiledColumn>;
  /** The columns of its primary key. */
  readonly keys: readonly CompiledColumn[];
  /** The columns of each unique index, the primary key's aside. */
  readonly uniques: readonly (readonly CompiledColumn[])[];
  /** The column of the delete date, where rows are soft-deleted. @contract C4.5 */
  readonly deletedAt: CompiledColumn | null;
}

export interface CompiledField {
  /** Its name on the wire. */
  readonly name: string;
  readonly column: CompiledColumn;
  /** Is it an attribute of responses? */
  readonly readable: boolean;
  /** The rules of every write: the declared ones, then those that the column adds. */
  readonly rules: readonly RuleSpec[];
  /** The rules that the column adds, in `rules` too. */
  readonly derived: readonly RuleSpec[];
  readonly matchable: MatchType | null;
  readonly options: FieldOptions;
}

/** A value that a body may hold, and no column. */
export interface CompiledInput {
  readonly name: string;
  readonly options: InputOptions;
}

/** A column that names the type of a morph, and the value that means this resource: its key. */
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
/** Both keys lie in the rows of a pivot table. */
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
  /** A list, or one record? */
  readonly many: boolean;
  readonly resource: CompiledResource;
  readonly join: Join;
  readonly pivots: readonly { readonly name: string; readonly column: CompiledColumn }[];
  /** The fields in responses, unless the request names others; `null`: all. */
  readonly columns: readonly string[] | null;
  /** Who may attach, detach and sync; `null`: the relation goes through no pivot table. */
  readonly abilities: PivotAbilities | null;
  readonly options: RelationOptions;
}

/** A many-to-many relation. */
export interface PivotRelation extends CompiledRelation {
  readonly join: PivotJoin;
  readonly abilities: PivotAbilities;
}

/** Asks about one related record. */
export type RelatedAbility = (
  request: ResourceRequest,
  parent: object,
  related: object,
) => Decision;

/**
 * What decides on the rows of a pivot table; where nothing does, `null`, it is refused.
 * @contract C7.4
 */
export interface PivotAbilities {
  readonly attach: RelatedAbility | null;
  readonly detach: RelatedAbility | null;
  /** Asks once, about the keys that the relation is to hold. */
  readonly sync:
    ((request: ResourceRequest, parent: object, keys: readonly Key[]) => Decision) | null;
  /** Those that depend on the user alone, so their decision is the same for all records. */
  readonly recordIndependent: ReadonlySet<'attach' | 'detach' | 'sync'>;
}

export interface CompiledCallable extends Member {
  readonly form: 'callable';
  readonly needs: readonly CompiledColumn[];
  /**
   * Gives a Map from key to value for all records of a page; `null` where each record has a call of
   * its own.
   */
  readonly batch: ((request: ResourceRequest, records: readonly object[]) => unknown) | null;
  /** Gives the value of one record; `null` where there is one call a page. */
  readonly each: ((request: ResourceRequest, record: object) => unknown) | null;
  readonly options: CallableOptions;
}

export interface CompiledForwarding extends Member {
  readonly form: 'forwarding';
  /** The entity's attribute or getter: the key, or its camelCase. */
  readonly property: string;
  readonly needs: readonly CompiledColumn[];
  readonly options: ForwardingOptions;
}

export type CompiledRelated = CompiledRelation | CompiledCallable | CompiledForwarding;

/** The methods of a policy, bound to its instance; what is absent refuses. @contract C4.4 */
export interface CompiledPolicy {
  /** The columns that `show`, `update` and `delete` read of a record. */
  readonly needs: readonly CompiledColumn[];
  /** Do the flags of a record depend on the record, so that it has to be read for them? */
  readonly flagsUseRecord: boolean;
  readonly scope: ((user: unknown) => ConditionNode) | null;
  readonly index: ((user: unknown) => Decision) | null;
  readonly store: ((user: unknown) => Decision) | null;
  readonly show: RecordAbilityCheck | null;
  readonly update: RecordAbilityCheck | null;
  readonly delete: RecordAbilityCheck | null;
}
/** A gate on a record; `looks` is false where its method does not take the record. */
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
  readonly options: ActionOptions;
}

/** A declared filter of an index. @contract C5.7 */
export interface CompiledFilter {
  readonly key: string;
  readonly name: string;
  readonly handler: FilterHandler<object>;
  readonly options: FilterOptions;
}

/** A resource as every stage after boot knows it; frozen. */
export interface CompiledResource {
  readonly key: string;
  /** The class that declares it, and its name. */
  readonly definition: ResourceClass;
  readonly name: string;
  readonly table: CompiledTable;
  readonly keyColumn: CompiledColumn;
  readonly fields: ReadonlyMap<string, CompiledField>;
  readonly inputs: ReadonlyMap<string, CompiledInput>;
  readonly relations: ReadonlyMap<string, CompiledRelated>;
  readonly actions: readonly CompiledAction[];
  /** By their keys, which are the caller's. */
  readonly filters: ReadonlyMap<string, CompiledFilter>;
  readonly policy: CompiledPolicy;
  /** What runs inside the transaction of its writes. @contract C4.6 */
  readonly hooks: Hooks<object>;
  /**
   * The morphs of its rows: name -> where its type and key lie, and the resources it may lead to.
   */
  readonly morphs: ReadonlyMap<string, readonly MorphTarget[]>;
  readonly perPage: number;
  readonly relatablePerPage: number;
  readonly options: ResourceOptions;
}

/** One resource that the rows of a morph may belong to, seen from those rows. */
export interface MorphTarget {
  readonly resource: CompiledResource;
  readonly join: ParentKeyJoin;
}

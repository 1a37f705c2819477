import type { RelationKind } from '../../definition/index.js';
import type { EntityMetadata } from 'typeorm';
import type { ActionOptions } from '../../definition/contracts/action.js';
import type { FilterOptions } from '../../definition/contracts/filter.js';
import type { MemberDefinition } from '../../definition/store/definition-store.js';
import type {
  FieldOptions,
  InputOptions,
  RelationOptions,
  ResourceOptions,
} from '../../definition/contracts/options.js';
import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import type {
  ActionScope,
  CompiledColumn,
  CompiledTable,
  Join,
} from '../resources/compiled-resource.js';
import type { SchemaFacts } from '../resources/schema-facts.js';

/** A field before it is compiled. Has no column if the entity does not have one for it. */
export interface FieldDraft {
  readonly name: string;
  readonly options: FieldOptions;
  column?: CompiledColumn;
  /** The rules that the column adds to the declared ones. */
  derived?: readonly RuleSpec[];
}

/** A value that a body may contain and that is not stored in a column. */
export interface InputDraft {
  readonly name: string;
  readonly options: InputOptions;
}

/** A relation before it is compiled. Verifiers report the parts that were not found. */
export interface RelationDraft {
  readonly key: string;
  kind: RelationKind;
  /** The name of the entity's relationship. */
  readonly relationship: string;
  readonly resource?: () => ResourceClass;
  /**
   * The related entity of a forwarded or listed relationship. The target is a resource of this
   * entity, with any key.
   */
  readonly leadsTo?: EntityMetadata['target'];
  /** Set if the list of `ResourceOf` declares it. The target is then the only resource. */
  readonly isListed?: true;
  readonly options: RelationOptions;
  target?: ResourceDraft;
  join?: Join;
  /** Why there is no join, and how to correct the declaration. */
  unwired?: { readonly wrong: string; readonly instead: string };
}

/** A callable, a computed or a forwarded attribute before it is compiled. */
export interface AttributeDraft {
  readonly key: string;
  readonly definition: Extract<MemberDefinition, { kind: 'callable' | 'computed' | 'forwarding' }>;
  needs: readonly (CompiledColumn | string)[];
  instance?: object;
}

export interface ActionDraft {
  readonly action: ClassOf;
  readonly options: ActionOptions | undefined;
  uriKey: string;
  scope: ActionScope;
  instance?: object;
}

export interface FilterDraft {
  readonly filter: ClassOf;
  readonly options: FilterOptions | undefined;
  readonly key: string;
  instance?: object;
}

export interface PolicyDraft {
  readonly policy: ClassOf;
  instance?: object;
}

export interface HooksDraft {
  readonly hooks: ClassOf;
  instance?: object;
}

export interface OperationsDraft {
  readonly operations: ClassOf;
  instance?: object;
}

/** A resource before it is compiled. */
export interface ResourceDraft {
  /** The schema of the database; `null` if it was not read. */
  readonly facts: SchemaFacts | null;
  readonly definition: ResourceClass;
  readonly name: string;
  readonly options: ResourceOptions;
  readonly members: ReadonlyMap<string, MemberDefinition>;
  key: string;
  metadata?: EntityMetadata;
  table?: CompiledTable;
  fields: FieldDraft[];
  inputs: InputDraft[];
  relations: RelationDraft[];
  attributes: AttributeDraft[];
  actions: ActionDraft[];
  filters: FilterDraft[];
  policy?: PolicyDraft;
  hooks?: HooksDraft;
  operations?: OperationsDraft;
}

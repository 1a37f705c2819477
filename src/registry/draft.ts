import type { RelationKind } from '../definition/index.js';
import type { EntityMetadata } from 'typeorm';
import type { ActionOptions } from '../definition/action.js';
import type { FilterOptions } from '../definition/filter.js';
import type { MemberDefinition } from '../definition/definition-store.js';
import type {
  FieldOptions,
  InputOptions,
  RelationOptions,
  ResourceOptions,
} from '../definition/options.js';
import type { ResourceClass } from '../definition/resource-of.js';
import type { RuleSpec } from '../rules/rule-types.js';
import type { ClassOf } from '../types/compile-time.js';
import type { ActionScope, CompiledColumn, CompiledTable, Join } from './compiled-resource.js';
import type { SchemaFacts } from './schema-facts.js';

/** A field before it is compiled; without a column if the entity does not have it. */
export interface FieldDraft {
  readonly name: string;
  readonly options: FieldOptions;
  column?: CompiledColumn;
  /** The rules that the column adds to the declared ones. */
  derived?: readonly RuleSpec[];
}

/** A value of bodies that no column holds. */
export interface InputDraft {
  readonly name: string;
  readonly options: InputOptions;
}

/** A relation before it is compiled. What was not found is absent, and a verifier reports it. */
export interface RelationDraft {
  readonly key: string;
  kind: RelationKind;
  /** The model relationship's name. */
  readonly relationship: string;
  readonly resource?: () => ResourceClass;
  /**
   * The entity that a forwarded or listed relationship leads to: a resource of it is the target,
   * under any key.
   */
  readonly leadsTo?: EntityMetadata['target'];
  /** Is it declared by the list of `ResourceOf`? Its target is then the only resource. */
  readonly isListed?: true;
  readonly options: RelationOptions;
  target?: ResourceDraft;
  join?: Join;
  /** Why there is no join, and what to write instead. */
  unwired?: { readonly wrong: string; readonly instead: string };
}

/** A callable or forwarded attribute on its way. */
export interface AttributeDraft {
  readonly key: string;
  readonly definition: Extract<MemberDefinition, { kind: 'callable' | 'forwarding' }>;
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

/** A resource on its way from its definition to its compiled form. */
export interface ResourceDraft {
  /** `null` where the database was not asked. */
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
}

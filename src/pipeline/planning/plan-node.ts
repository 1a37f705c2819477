import type { Authorizer } from '../authorization/authorizer.js';
import type {
  AuthorizedInclude,
  AuthorizedRelation,
  SelectedAttributes,
} from '../authorization/authorize-include.js';
import { EVERYTHING, type ResolvedCondition } from '../authorization/resolved-condition.js';
import { defaultOrder, type ResolvedOrder } from '../authorization/resolved-order.js';
import type {
  CompiledColumn,
  CompiledRelation,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { NodePlan, RelationPlan } from './query-plan.js';

/** What a plan is built from besides the tree itself. */
export interface PlanOptions {
  readonly authorizer: Authorizer;
  /** Related records per parent; `null`: each resource's own number. */
  readonly relatablePerPage: number | null;
  /** Whether related records have flags: everywhere except in index responses. @contract C3.3 */
  readonly flagsRelated: boolean;
  /**
   * Whether main records link to relations with more records than the response contains. Defaults
   * to false.
   */
  readonly linksToMore?: boolean;
}

interface RecordsToPlan extends AuthorizedInclude, SelectedAttributes {
  readonly resource: CompiledResource;
  readonly flagged: boolean;
  /** Defaults to all rows that the user may see. */
  readonly narrowing?: ResolvedCondition;
  /** Defaults to the key, descending. */
  readonly order?: ResolvedOrder;
  /** Defaults to none. */
  readonly pivots?: CompiledRelation['pivots'];
}

/** Plans a node and everything below it. */
export function planNode(
  records: RecordsToPlan,
  options: PlanOptions,
  ancestors: readonly CompiledRelation[] = [],
): NodePlan {
  const { resource, fields, relations, computed, computedAttributes } = records;
  const policyColumns = policyColumnsOf(records);
  const select = selectColumns(records, policyColumns);
  return {
    resource,
    select,
    attributes: fields.map((field) => ({ field, index: select.indexOf(field.column) })),
    scope: options.authorizer.scope(resource),
    narrowing: records.narrowing ?? EVERYTHING,
    order: records.order ?? defaultOrder(resource),
    pivots: records.pivots ?? [],
    relations: relations.map((relation) => planRelation(relation, select, options, ancestors)),
    aggregated: NONE_NESTED,
    computed,
    computedAttributes,
    policyColumns,
  };
}

function planRelation(
  authorized: AuthorizedRelation,
  parentSelect: readonly CompiledColumn[],
  options: PlanOptions,
  ancestors: readonly CompiledRelation[],
): RelationPlan {
  const { relation } = authorized;
  const { resource, pivots } = relation;
  const records = { resource, pivots, flagged: options.flagsRelated, ...authorized };
  const node = planNode(records, options, [...ancestors, relation]);
  return {
    relation,
    parentIndex: parentSelect.indexOf(joiningColumn(relation)),
    limit: relation.many ? (options.relatablePerPage ?? resource.relatablePerPage) : 1,
    linksToMore: options.linksToMore === true && relation.many && ancestors.length === 0,
    filtered: resource.policy.show !== null,
    circular: ancestors.includes(relation),
    ...node,
  };
}

/**
 * Returns the columns that policies and callables use: the key and the columns that they declare.
 */
function policyColumnsOf({
  resource,
  computed,
  computedAttributes,
  flagged,
}: RecordsToPlan): readonly CompiledColumn[] {
  const { policy, keyColumn } = resource;
  const usesPolicy = policy.show !== null || (flagged && policy.flagsUseRecord);
  const members = [...computed, ...computedAttributes];
  if (!usesPolicy && members.length === 0) return NO_COLUMNS;
  const policyColumns = [keyColumn];
  if (usesPolicy) addMissing(policyColumns, policy.needs);
  for (const { needs } of members) addMissing(policyColumns, needs);
  return policyColumns;
}

/**
 * Returns only the columns that are needed: the key, those of the response, those of joins, and
 * those of policies.
 */
function selectColumns(
  { resource, fields, relations }: RecordsToPlan,
  policyColumns: readonly CompiledColumn[],
): readonly CompiledColumn[] {
  const select = [resource.keyColumn];
  for (const { column } of fields) if (!select.includes(column)) select.push(column);
  for (const { omits } of fields) if (omits) addMissing(select, [omits.by]);
  for (const { relation } of relations) addMissing(select, [joiningColumn(relation)]);
  addMissing(select, policyColumns);
  return select;
}

const NO_COLUMNS: readonly CompiledColumn[] = [];
const NONE_NESTED: readonly RelationPlan[] = [];

function addMissing(columns: CompiledColumn[], added: readonly CompiledColumn[]): void {
  for (const column of added) if (!columns.includes(column)) columns.push(column);
}

/** Returns the column of the parent's row that a relation is joined by. */
export const joiningColumn = ({ join }: CompiledRelation): CompiledColumn =>
  join.keyOn === 'parent' ? join.column : join.source;

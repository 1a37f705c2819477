import type { Access } from '../authorization/access.js';
import type { AuthorizedInclude, AuthorizedRelation } from '../authorization/authorize-include.js';
import { flagsLookAtRecords } from '../authorization/record-flags.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledRelation,
  CompiledResource,
} from '../registry/compiled-resource.js';
import type { NodePlan, RelationPlan } from './query-plan.js';

/** What a plan is made from besides the tree itself. */
export interface PlanContext {
  readonly access: Access;
  /** Related entries a parent; `null`: each resource's own number. */
  readonly relatablePerPage: number | null;
  /** Do related records carry flags? They do everywhere but in index answers. @contract C3.3 */
  readonly flagsRelated: boolean;
}

interface Subject extends AuthorizedInclude {
  readonly resource: CompiledResource;
  readonly fields: readonly CompiledField[];
  readonly flagged: boolean;
}

/** Plans a node and everything below it. */
export function planNode(
  subject: Subject,
  context: PlanContext,
  ancestors: readonly CompiledRelation[] = [],
): NodePlan {
  const { resource, fields, relations, computed } = subject;
  const looksAtRecords =
    computed.length > 0 || (subject.flagged && flagsLookAtRecords(resource)) || resource.policy.show !== null;
  const select = selectColumns(subject, looksAtRecords);
  return {
    resource,
    select,
    attributes: fields.map((field) => ({ field, index: select.indexOf(field.column) })),
    scope: context.access.scope(resource),
    relations: relations.map((relation) => planRelation(relation, select, context, ancestors)),
    computed,
    looksAtRecords,
  };
}

function planRelation(
  authorized: AuthorizedRelation,
  parentSelect: readonly CompiledColumn[],
  context: PlanContext,
  ancestors: readonly CompiledRelation[],
): RelationPlan {
  const { relation } = authorized;
  const { resource } = relation;
  const node = planNode({ ...authorized, resource, flagged: context.flagsRelated }, context, [...ancestors, relation]);
  return {
    ...node,
    relation,
    parentIndex: parentSelect.indexOf(joiningColumn(relation)),
    limit: relation.many ? (context.relatablePerPage ?? resource.relatablePerPage) : 1,
    pivotIndex: node.select.length,
    filtered: resource.policy.show !== null,
    circular: ancestors.includes(relation),
  };
}

/** Only what is needed: the key, what is answered, what joins, and what policies and callables read. */
function selectColumns(
  { resource, fields, relations, computed, flagged }: Subject,
  looksAtRecords: boolean,
): readonly CompiledColumn[] {
  const { policy, keyColumn } = resource;
  const asksPolicy = (flagged && flagsLookAtRecords(resource)) || policy.show !== null;
  return [
    ...new Set([
      keyColumn,
      ...fields.map((field) => field.column),
      ...relations.map(({ relation }) => joiningColumn(relation)),
      ...(looksAtRecords && asksPolicy ? policy.needs : []),
      ...computed.flatMap(({ needs }) => needs),
    ]),
  ];
}

/** The column of the parent's row that a relation is joined by. */
const joiningColumn = ({ join }: CompiledRelation): CompiledColumn =>
  join.lies === 'here' ? join.column : join.source;

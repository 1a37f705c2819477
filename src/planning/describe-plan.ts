import { defaultOrder } from '../authorization/resolved-order.js';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import { describeCondition } from './describe-condition.js';
import { describeOrder } from './describe-order.js';
import type { NodePlan, RelationPlan } from './query-plan.js';

/**
 * A plan in words, a paragraph a node, each level indented under its parent: for documents, and for
 * whoever asks why a request reads what it reads. It names columns as the database does.
 */
export function describePlan(plan: NodePlan): string {
  return describeNode(plan.resource.key, plan, '').join('\n');
}

function describeNode(title: string, plan: NodePlan, indent: string): readonly string[] {
  const { select, attributes, computed, policyColumns, scope, narrowing, order } = plan;
  const lines = [
    `select    ${namesOf(select)}`,
    `answer    ${attributes.map(({ field }) => field.name).join(', ') || 'no attribute'}`,
    `scope     ${describeCondition(scope)}`,
    ...(narrowing.kind === 'everything' ? [] : [`narrowed  ${describeCondition(narrowing)}`]),
    ...(order === defaultOrder(plan.resource) ? [] : [`ordered   ${describeOrder(order)}`]),
    ...(policyColumns.length > 0 ? [`looked at ${namesOf(policyColumns)}`] : []),
    ...(computed.length > 0 ? [`computed  ${computed.map(({ key }) => key).join(', ')}`] : []),
  ];
  return [
    indent + title,
    ...lines.map((line) => `${indent}  ${line}`),
    ...plan.relations.flatMap((relation) => describeRelation(relation, plan, `${indent}  `)),
  ];
}

function describeRelation(plan: RelationPlan, parent: NodePlan, indent: string): readonly string[] {
  const { relation, limit, parentIndex, filtered, circular, linksToMore } = plan;
  const words = [
    `${relation.kind} ${plan.resource.key}`,
    `by ${parent.resource.key}.${parent.select[parentIndex]!.name}`,
    `at most ${limit} a parent`,
    ...(relation.pivots.length > 0
      ? [`pivots ${relation.pivots.map(({ name }) => name).join(' and ')}`]
      : []),
    ...(filtered ? ['show is asked'] : []),
    ...(linksToMore ? ['told whether there are more'] : []),
    ...(circular ? ['left out on its own ancestors'] : []),
    ...(parent.aggregated.includes(plan) ? ['written by the database'] : []),
  ];
  return describeNode(`${relation.key}: ${words.join(', ')}`, plan, indent);
}

const namesOf = (columns: readonly CompiledColumn[]): string =>
  columns.map(({ name }) => name).join(', ');

import { defaultOrder } from '../../../src/pipeline/authorization/resolved-order.js';
import type { CompiledColumn } from '../../../src/registry/resources/compiled-resource.js';
import { describeOrder } from '../../../src/pipeline/planning/describe-order.js';
import type { NodePlan, RelationPlan } from '../../../src/pipeline/planning/query-plan.js';
import { describeCondition } from './describe-condition.js';

/**
 * Describes a plan for people, with one paragraph per node and each level indented under its
 * parent. Columns have their names in the database.
 */
export function describePlan(plan: NodePlan): string {
  return describeNode(plan.resource.key, plan, '').join('\n');
}

function describeNode(title: string, plan: NodePlan, indent: string): readonly string[] {
  const { select, attributes, policyColumns, scope, narrowing, order } = plan;
  const computed = [...plan.computedAttributes, ...plan.computed];
  const lines = [
    `select    ${namesOf(select)}`,
    `response  ${attributes.map(({ field }) => field.name).join(', ') || 'no attributes'}`,
    `scope     ${describeCondition(scope)}`,
    ...(narrowing.kind === 'everything' ? [] : [`filter    ${describeCondition(narrowing)}`]),
    ...(order === defaultOrder(plan.resource) ? [] : [`order     ${describeOrder(order)}`]),
    ...(policyColumns.length > 0 ? [`policy    ${namesOf(policyColumns)}`] : []),
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
    `at most ${limit} per parent`,
    ...(relation.pivots.length > 0
      ? [`pivots ${relation.pivots.map(({ name }) => name).join(' and ')}`]
      : []),
    ...(filtered ? ['filtered by show'] : []),
    ...(linksToMore ? ['links to more records'] : []),
    ...(circular ? ['omitted on its own ancestors'] : []),
    ...(parent.aggregated.includes(plan) ? ['written as JSON by the database'] : []),
  ];
  return describeNode(`${relation.key}: ${words.join(', ')}`, plan, indent);
}

const namesOf = (columns: readonly CompiledColumn[]): string =>
  columns.map(({ name }) => name).join(', ');

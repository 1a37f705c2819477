import { defaultOrder } from '../../pipeline/authorization/resolved-order.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { describeOrder } from '../../pipeline/planning/describe-order.js';
import type { NodePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';
import { describeCondition, type DescribeValue } from './describe-condition.js';

/**
 * Describes a plan for people, in lines: one paragraph per node, each level indented under its
 * parent. Columns have their names in the database.
 */
export const describePlan = (plan: NodePlan, describeValue: DescribeValue): readonly string[] =>
  describeNode(plan.resource.key, plan, describeValue);

function describeNode(
  title: string,
  plan: NodePlan,
  describeValue: DescribeValue,
): readonly string[] {
  const { select, attributes, policyColumns, scope, narrowing, order } = plan;
  const computed = [...plan.computedAttributes, ...plan.computed];
  const lines = [
    `select    ${namesOf(select)}`,
    `response  ${attributes.map(({ field }) => field.name).join(', ') || 'no attributes'}`,
    `scope     ${describeCondition(scope, describeValue)}`,
    ...(narrowing.kind === 'everything'
      ? []
      : [`filter    ${describeCondition(narrowing, describeValue)}`]),
    ...(order === defaultOrder(plan.resource) ? [] : [`order     ${describeOrder(order)}`]),
    ...(policyColumns.length > 0 ? [`policy    ${namesOf(policyColumns)}`] : []),
    ...(computed.length > 0 ? [`computed  ${computed.map(({ key }) => key).join(', ')}`] : []),
  ];
  const relations = plan.relations.flatMap((relation) =>
    describeRelation(relation, plan, describeValue),
  );
  return [title, ...[...lines, ...relations].map((line) => `  ${line}`)];
}

function describeRelation(
  plan: RelationPlan,
  parent: NodePlan,
  describeValue: DescribeValue,
): readonly string[] {
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
  return describeNode(`${relation.key}: ${words.join(', ')}`, plan, describeValue);
}

const namesOf = (columns: readonly CompiledColumn[]): string =>
  columns.map(({ name }) => name).join(', ');

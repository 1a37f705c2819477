import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { NodePlan, RelationPlan } from './query-plan.js';

/**
 * Returns the same plan with whole rows at every level: handlers of actions receive entities,
 * independent of the fields that the query selects. The response contains nothing of it, and
 * nothing is computed.
 *
 * @spec Actions, rule 4
 */
export function withWholeRows(plan: NodePlan): NodePlan {
  const select = wholeRow(plan);
  const relations = plan.relations.map((relation) =>
    withWholeRelation(relation, plan.select, select),
  );
  return {
    ...plan,
    select,
    relations,
    aggregated: [],
    pivots: [],
    policyColumns: select,
    attributes: [],
    computed: [],
    computedAttributes: [],
  };
}

function withWholeRelation(
  relation: RelationPlan,
  before: readonly CompiledColumn[],
  parentSelect: readonly CompiledColumn[],
): RelationPlan {
  const whole = withWholeRows(relation);
  const parentIndex = parentSelect.indexOf(before[relation.parentIndex]!);
  return { ...relation, ...whole, parentIndex };
}

/** The key comes first. */
function wholeRow({ resource: { table, keyColumn } }: NodePlan): readonly CompiledColumn[] {
  return [keyColumn, ...[...table.columns.values()].filter((column) => column !== keyColumn)];
}

import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
} from '../registry/compiled-resource.js';
import { isMorphType } from '../registry/morph-types.js';
import { maxRecordsBelow } from './max-records.js';
import type { NodePlan, RelationPlan } from './query-plan.js';

/**
 * Does the database write the values of a column as they are answered?
 *
 * @param asNumber does the field ask for a number where a string would keep all digits?
 */
export type CanAggregateColumn = (column: CompiledColumn, asNumber: boolean) => boolean;

/** What has to hold before the database may write what hangs on the main records. */
export interface AggregationBounds {
  /** `null`: the database writes nothing. */
  readonly canAggregate: CanAggregateColumn | null;
  /** Do related records carry flags? Policies give them, for records that were read. */
  readonly flagsRelated: boolean;
  /** The main records, at most. */
  readonly records: number;
  /** The records that a request may load. @contract C12 */
  readonly rowBudget: number;
}

/**
 * Leaves to the database what it would write as it is written here: relations below which no policy
 * and no callable looks at a record, nothing is left out, and all values are of types that it
 * writes alike. Where the row budget could be passed it is left nothing, since the refusal counts
 * what was read level by level.
 */
export function planJsonAggregation<Plan extends NodePlan>(
  plan: Plan,
  bounds: AggregationBounds,
): Plan {
  const { canAggregate, flagsRelated, records, rowBudget } = bounds;
  if (plan.relations.length === 0 || canAggregate === null || flagsRelated) return plan;
  if (records * (1 + maxRecordsBelow(plan)) > rowBudget) return plan;
  return {
    ...plan,
    aggregated: plan.relations.filter((relation) => canAggregateRelation(relation, canAggregate)),
  };
}

/** The relations that statements of their own read. */
export const separateRelations = ({ relations, aggregated }: NodePlan): readonly RelationPlan[] =>
  aggregated.length === 0
    ? relations
    : relations.filter((relation) => !aggregated.includes(relation));

/** The database does not know which files are there, and which resources. */
const isPlain = ({ column, options }: CompiledField, resource: CompiledResource): boolean =>
  options.image !== true && !isMorphType(resource, column);

/** Other rows that the order looks at would need aliases of their own at each level. */
const isOrderedByItself = ({ order }: NodePlan): boolean =>
  order.joins.length === 0 && order.terms.every(({ of }) => of === 'row');

function canAggregateRelation(plan: RelationPlan, canAggregate: CanAggregateColumn): boolean {
  const { resource, attributes, pivots, relations, policyColumns, circular, linksToMore } = plan;
  return (
    policyColumns.length === 0 &&
    !circular &&
    !linksToMore &&
    isOrderedByItself(plan) &&
    canAggregate(resource.keyColumn, false) &&
    attributes.every(
      ({ field }) =>
        isPlain(field, resource) && canAggregate(field.column, field.options.number === true),
    ) &&
    pivots.every(({ column }) => canAggregate(column, false)) &&
    relations.every((inner) => canAggregateRelation(inner, canAggregate))
  );
}

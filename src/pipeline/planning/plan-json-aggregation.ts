import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { isMorphType } from '../../registry/resources/morph-types.js';
import { maxRecordsBelow } from './max-records.js';
import type { NodePlan, RelationPlan } from './query-plan.js';

/**
 * Whether the database can write the values of a column as responses contain them.
 *
 * @param asNumber whether the field is a number, where a string would keep all digits
 */
export type CanAggregateColumn = (column: CompiledColumn, asNumber: boolean) => boolean;

/** The conditions under which the database may write the records below the main records. */
export interface AggregationBounds {
  /** `null`: the database writes nothing. */
  readonly canAggregate: CanAggregateColumn | null;
  /** Whether related records have flags, which policies compute from the records. */
  readonly flagsRelated: boolean;
  /** The most main records. */
  readonly records: number;
  /** The records that a request may load. @contract C12 */
  readonly rowBudget: number;
}

/**
 * Plans the relations that the database writes as JSON: below them, no policy and no callable uses
 * a record, nothing is left out, and the database writes all types of values as the serializer
 * does. Plans none if the row budget could be exceeded, since its refusal counts the records level
 * by level.
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

/** Returns the relations that are read by separate statements. */
export const separateRelations = ({ relations, aggregated }: NodePlan): readonly RelationPlan[] =>
  aggregated.length === 0
    ? relations
    : relations.filter((relation) => !aggregated.includes(relation));

/** The database does not know which files and which resources exist, and what callers see. */
const isPlain = ({ column, options, omits }: CompiledField, resource: CompiledResource): boolean =>
  options.image !== true && omits === null && !isMorphType(resource, column);

/** Other rows that the order uses would need separate aliases at each level. */
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

import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
} from '../registry/compiled-resource.js';
import { isMorphType } from '../registry/morph-types.js';
import { mostBelow } from './most-records.js';
import type { NodePlan, RelationPlan } from './query-plan.js';

/**
 * Does the database write the values of a column as they are answered?
 *
 * @param asNumber does the field ask for a number where a string would keep all digits?
 */
export type WritesColumn = (column: CompiledColumn, asNumber: boolean) => boolean;

/** What has to hold before the database may write what hangs on the main records. */
export interface WritingBounds {
  /** `null`: the database writes nothing. */
  readonly writes: WritesColumn | null;
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
export function leaveToDatabase<Plan extends NodePlan>(plan: Plan, bounds: WritingBounds): Plan {
  const { writes, flagsRelated, records, rowBudget } = bounds;
  if (plan.relations.length === 0 || writes === null || flagsRelated) return plan;
  if (records * (1 + mostBelow(plan)) > rowBudget) return plan;
  return { ...plan, nested: plan.relations.filter((relation) => isWritable(relation, writes)) };
}

/** The relations that statements of their own read. */
export const readRelations = ({ relations, nested }: NodePlan): readonly RelationPlan[] =>
  nested.length === 0 ? relations : relations.filter((relation) => !nested.includes(relation));

/** The database does not know which files are there, and which resources. */
const isPlain = ({ column, options }: CompiledField, resource: CompiledResource): boolean =>
  options.image !== true && !isMorphType(resource, column);

/** Other rows that the order looks at would need aliases of their own at each level. */
const isOrderedByItself = ({ order }: NodePlan): boolean =>
  order.joins.length === 0 && order.terms.every(({ of }) => of === 'row');

function isWritable(plan: RelationPlan, writes: WritesColumn): boolean {
  const { resource, attributes, pivots, relations, looked, circular, tellsMore } = plan;
  return (
    looked.length === 0 &&
    !circular &&
    !tellsMore &&
    isOrderedByItself(plan) &&
    writes(resource.keyColumn, false) &&
    attributes.every(
      ({ field }) =>
        isPlain(field, resource) && writes(field.column, field.options.number === true),
    ) &&
    pivots.every(({ column }) => writes(column, false)) &&
    relations.every((inner) => isWritable(inner, writes))
  );
}

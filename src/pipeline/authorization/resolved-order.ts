import { oncePer } from '../../base/once-per.js';
import type {
  CompiledColumn,
  CompiledRelation,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { ResolvedCondition } from './resolved-condition.js';

/** One step of an order. */
export interface OrderTerm {
  readonly column: CompiledColumn;
  /** The steps into a column of JSON; none for the column itself. */
  readonly path: readonly string[];
  /**
   * Whose column it is: the row's own, that of the pivot row that leads to it, or that of a related
   * row, by its index in `joins`.
   */
  readonly of: 'row' | 'link' | number;
  readonly descending: boolean;
  /** Whether the value may be missing. Rows without it come last in both directions. */
  readonly nullable: boolean;
}

/** A related row that an order uses, if the user may see it. */
export interface OrderJoin {
  readonly relation: CompiledRelation;
  readonly scope: ResolvedCondition;
}

/**
 * The order of rows: all that SQL needs. The key is the last step, so that the order is total.
 * @contract C5.5
 */
export interface ResolvedOrder {
  readonly terms: readonly OrderTerm[];
  readonly joins: readonly OrderJoin[];
}

/** By key, descending. @contract C5.5 */
export const defaultOrder = oncePer((resource: CompiledResource): ResolvedOrder =>
  Object.freeze({ terms: [keyTerm(resource, true)], joins: [] }),
);

/** The step that breaks ties. */
export const keyTerm = ({ keyColumn }: CompiledResource, descending: boolean): OrderTerm => ({
  column: keyColumn,
  path: [],
  of: 'row',
  descending,
  nullable: false,
});

import type {
  CompiledColumn,
  CompiledRelation,
  CompiledResource,
} from '../registry/compiled-resource.js';
import type { ResolvedCondition } from './resolved-condition.js';

/** One step of an order. */
export interface OrderTerm {
  readonly column: CompiledColumn;
  /** The steps into a column of JSON; none for the column itself. */
  readonly path: readonly string[];
  /**
   * Whose column it is: the row's own, the link's that leads to it, or that of a related row, by
   * its place in `joins`.
   */
  readonly of: 'row' | 'link' | number;
  readonly descending: boolean;
  /** May there be no value? It comes last, whatever the direction. */
  readonly nullable: boolean;
}

/** A related row that an order looks at, if the user may see it. */
export interface OrderJoin {
  readonly relation: CompiledRelation;
  readonly scope: ResolvedCondition;
}

/**
 * In what order rows come: all that SQL needs. The key is its last step, so that no two rows are
 * alike.
 * @contract C5.5
 */
export interface ResolvedOrder {
  readonly terms: readonly OrderTerm[];
  readonly joins: readonly OrderJoin[];
}

const defaults = new WeakMap<CompiledResource, ResolvedOrder>();

/** By key, descending. @contract C5.5 */
export function defaultOrder(resource: CompiledResource): ResolvedOrder {
  const known = defaults.get(resource);
  if (known) return known;
  const order = Object.freeze({ terms: [keyTerm(resource, true)], joins: [] });
  defaults.set(resource, order);
  return order;
}

/** The step that breaks ties. */
export const keyTerm = ({ keyColumn }: CompiledResource, descending: boolean): OrderTerm => ({
  column: keyColumn,
  path: [],
  of: 'row',
  descending,
  nullable: false,
});

import type { NodePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';
import type { Row } from '../connection/database.js';

/** The rows of a node of a plan, and those below it. */
export interface LoadedNode {
  readonly plan: NodePlan;
  readonly rows: readonly Row[];
  /**
   * How often the response contains a row, by its key, if several parents share rows; `null` if
   * each appears once.
   */
  readonly copies: ReadonlyMap<unknown, number> | null;
  /** The levels below, added while they are read. */
  readonly relations: LoadedRelation[];
}

export interface LoadedRelation extends LoadedNode {
  readonly plan: RelationPlan;
  /** The rows of each parent, by the parent's joining value as a string. */
  readonly byParent: ReadonlyMap<string, readonly Row[]>;
  /** The joining values of parents that have more rows, if the plan links to more. */
  readonly cut: ReadonlySet<string>;
}

/** Returns a node and all nodes below it, from the top. */
export function nodesOf(node: LoadedNode, nodes: LoadedNode[] = []): readonly LoadedNode[] {
  nodes.push(node);
  for (const relation of node.relations) nodesOf(relation, nodes);
  return nodes;
}

/** Returns the key of a row as a string. */
export const rowKey = (row: Row): string => String(row[0]);

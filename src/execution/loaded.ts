import type { NodePlan, RelationPlan } from '../planning/query-plan.js';
import type { Row } from './database/database.js';

/** What was read for a node of a plan, and below it. */
export interface LoadedNode {
  readonly plan: NodePlan;
  readonly rows: readonly Row[];
  /**
   * How often the answer carries a row, by its key, where several parents share rows; `null`: each
   * once.
   */
  readonly copies: ReadonlyMap<unknown, number> | null;
  /** The levels below; filled while they are read. */
  readonly relations: LoadedRelation[];
}

export interface LoadedRelation extends LoadedNode {
  readonly plan: RelationPlan;
  /** The rows of each parent, under the joining value of its row as a text. */
  readonly byParent: ReadonlyMap<string, readonly Row[]>;
  /**
   * The joining values of parents that have more rows than were taken, where the plan tells that.
   */
  readonly cut: ReadonlySet<string>;
}

/** A node and all nodes below it, from the top. */
export function nodesOf(node: LoadedNode, nodes: LoadedNode[] = []): readonly LoadedNode[] {
  nodes.push(node);
  for (const relation of node.relations) nodesOf(relation, nodes);
  return nodes;
}

/** The key of a row, as a text. */
export const keyOf = (row: Row): string => String(row[0]);

import { separateRelations } from '../../pipeline/planning/plan-json-aggregation.js';
import type { NodePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';
import { countCopies, serializedCountOf } from './count-copies.js';
import type { Row } from '../connection/database.js';
import type { LoadedNode, LoadedRelation } from './loaded.js';
import { RelationLoader, type Bounds, type RowsByParent } from './relation-loader.js';
import type { NodeStatements } from '../sql/node-statements.js';
import type { StatementRunner } from './statement-runner.js';
import { yieldToEventLoop } from './yield-to-event-loop.js';

/** Loads the relations below records, level by level. */
export class LevelLoader {
  private readonly relations: RelationLoader;

  constructor(runner: StatementRunner, statements: NodeStatements) {
    this.relations = new RelationLoader(runner, statements);
  }

  /**
   * Loads everything below the rows of a page or of a record, level by level, the relations of one
   * level concurrently.
   *
   * @param first the relations of the first level, if they have been read already
   * @throws RequestError `invalid_query` when a level could exceed the row budget
   * @throws TooManyBytes, ReadSlotUnavailable
   */
  async load(
    plan: NodePlan,
    rows: readonly Row[],
    bounds: Bounds,
    first: readonly RowsByParent[] | null = null,
  ): Promise<LoadedNode> {
    const top: LoadedNode = { plan, rows, copies: null, relations: [] };
    bounds.budget.begin(plan, rows.length);
    bounds.bytes.carry([top]);
    let read = first;
    for (let level: readonly LoadedNode[] = [top]; level.some(hasRelations); read = null)
      level = await this.nextLevel(level, bounds, read);
    return top;
  }

  private async nextLevel(
    parents: readonly LoadedNode[],
    bounds: Bounds,
    read: readonly RowsByParent[] | null,
  ): Promise<readonly LoadedNode[]> {
    const planned = parents.flatMap((parent) =>
      separateRelations(parent.plan).map((plan) => ({
        parent,
        plan,
        keys: joiningValues(parent.rows, plan),
      })),
    );
    bounds.budget.admit(planned.map(({ plan, keys }) => ({ plan, parents: keys.length })));
    if (bounds.bytes.isLarge) await yieldToEventLoop();
    const groups = read ?? (await this.relations.load(planned, bounds));
    const level = planned.map(({ parent, plan }, at) => {
      const loaded = loadedRelation(parent, plan, groups[at]!);
      bounds.budget.carry(plan, serializedCountOf(loaded));
      parent.relations.push(loaded);
      return loaded;
    });
    bounds.bytes.carry(level);
    return level;
  }
}

const hasRelations = ({ plan }: LoadedNode): boolean => separateRelations(plan).length > 0;

/**
 * Returns the distinct values that a relation is joined by. Rows without one have no related
 * records.
 */
function joiningValues(rows: readonly Row[], { parentIndex }: RelationPlan): readonly unknown[] {
  const values = new Set<unknown>();
  for (const row of rows) if (row[parentIndex] !== null) values.add(row[parentIndex]);
  return [...values];
}

/** Keeps one row per record, although several parents may share it. */
function loadedRelation(
  parent: LoadedNode,
  plan: RelationPlan,
  groups: RowsByParent,
): LoadedRelation {
  const { byParent, cut } = cutGroups(plan, groups);
  const rows = new Map<unknown, Row>();
  for (const group of byParent.values())
    for (const row of group) if (!rows.has(row[0])) rows.set(row[0], row);
  return {
    plan,
    byParent,
    cut,
    rows: [...rows.values()],
    copies: countCopies(parent, plan, byParent, rows.size),
    relations: [],
  };
}

const NONE_CUT: ReadonlySet<string> = new Set();

/** Removes the row that was read only to find out whether there are more. */
function cutGroups(
  { limit, linksToMore }: RelationPlan,
  groups: RowsByParent,
): Pick<LoadedRelation, 'byParent' | 'cut'> {
  if (!linksToMore) return { byParent: groups, cut: NONE_CUT };
  const longer = [...groups].filter(([, rows]) => rows.length > limit);
  return {
    byParent: new Map([...groups].map(([parent, rows]) => [parent, rows.slice(0, limit)])),
    cut: new Set(longer.map(([parent]) => parent)),
  };
}

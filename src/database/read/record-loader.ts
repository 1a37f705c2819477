import {
  separateRelations,
  type CanAggregateColumn,
} from '../../pipeline/planning/plan-json-aggregation.js';
import type {
  NodePlan,
  PagePlan,
  RecordPlan,
  RecordsPlan,
} from '../../pipeline/planning/query-plan.js';
import type { Database, Row, Transaction } from '../connection/database.js';
import { dialects, type Dialect } from '../engines/dialects.js';
import { LevelLoader } from './level-loader.js';
import type { LoadedNode } from './loaded.js';
import { PageReader, type PageRows } from './page-reader.js';
import { rowsByParent, fetchLimitOf, type Bounds, type RowsByParent } from './relation-loader.js';
import type { RowBudget } from './row-budget.js';
import { NodeStatements } from '../sql/node-statements.js';
import { StatementRunner } from './statement-runner.js';

/** A record, and the rows of its relations if they were read with it. */
export interface FoundRecord {
  readonly row: Row;
  /** The version of the row, if the plan includes it; otherwise `undefined`. */
  readonly version: unknown;
  readonly related: readonly RowsByParent[] | null;
}

/** How many records and bytes a request may load. */
export type Budgets = Pick<Bounds, 'budget' | 'bytes'>;

/**
 * Runs plans: one statement for the page or record, one for the total, and one per relation level.
 * @contract C5.4
 */
export class RecordLoader {
  /** Which columns the database can write as JSON; `null` for none. */
  readonly writes: CanAggregateColumn | null;
  private readonly dialect: Dialect;
  private readonly pages: PageReader;
  private readonly levels: LevelLoader;

  /**
   * @param options.writing whether the database may write JSON; the responses are the same either
   * way, and tests compare the two
   */
  constructor(
    private readonly runner: StatementRunner,
    private readonly options: { readonly writing: boolean } = { writing: true },
    private readonly statements = new NodeStatements(runner.dialect),
  ) {
    this.dialect = runner.dialect;
    const { json } = this.dialect;
    this.writes =
      json && options.writing
        ? (column, asNumber) => json.value(column, '', asNumber) !== null
        : null;
    this.pages = new PageReader(runner, statements);
    this.levels = new LevelLoader(runner, statements);
  }

  static on(database: Database, options?: { readonly writing: boolean }): RecordLoader {
    return new RecordLoader(new StatementRunner(database, dialects[database.dialect]), options);
  }

  /** Returns a loader inside a transaction, which sees what was written there. */
  within(transaction: Transaction): RecordLoader {
    return new RecordLoader(this.runner.within(transaction), this.options, this.statements);
  }

  /**
   * Returns a page, and its total where it is counted.
   *
   * @throws RequestError `invalid_query` where `show` leaves rows out, and too many would be read
   * to fill the page
   * @throws TooManyBytes, ReadSlotUnavailable
   */
  page(plan: PagePlan, bounds: Bounds): Promise<PageRows> {
    return this.pages.read(this.statements.affordable(plan), bounds);
  }

  /**
   * Returns the record with the key, if it is inside the scope. @throws TooManyBytes,
   * ReadSlotUnavailable
   */
  async record(plan: RecordPlan, { budget, bytes }: Budgets): Promise<FoundRecord | undefined> {
    const statement = this.statements.record(plan);
    if (!this.canReadTogether(plan, budget)) {
      const [row] = await this.runner.run(statement, bytes);
      return row && { related: null, ...withoutVersion(row, plan) };
    }
    const keys = [plan.key];
    const below = separateRelations(plan).map((relation) =>
      this.statements.related(relation, keys, fetchLimitOf(relation)),
    );
    const [[row], ...related] = (await this.runner.runAll([statement, ...below], bytes)) as [
      readonly Row[],
      ...(readonly Row[])[],
    ];
    if (!row) return undefined;
    const groups = related.map((rows) => rowsByParent(rows, keys));
    return { related: groups, ...withoutVersion(row, plan) };
  }

  /**
   * Returns the rows of those of the listed records that are inside the scope, in any order, with
   * one statement. @throws TooManyBytes, ReadSlotUnavailable
   */
  records(plan: RecordsPlan, { bytes }: Budgets): Promise<readonly Row[]> {
    return this.runner.run(this.statements.records(plan), bytes);
  }

  /**
   * Loads everything below the rows of a page or of a record.
   *
   * @param first the relations of the first level, if they have been read already
   * @throws RequestError `invalid_query` when a level could exceed the row budget
   * @throws TooManyBytes, ReadSlotUnavailable
   */
  below(
    plan: NodePlan,
    rows: readonly Row[],
    bounds: Bounds,
    first: readonly RowsByParent[] | null = null,
  ): Promise<LoadedNode> {
    return this.levels.load(plan, rows, bounds, first);
  }

  /**
   * Whether the relations can be read in one round trip with the record, since only its key joins
   * them.
   */
  private canReadTogether({ resource, relations }: RecordPlan, budget: RowBudget): boolean {
    if (!this.dialect.together || relations.length === 0) return false;
    if (resource.policy.show !== null) return false;
    if (!budget.fits(relations.map((plan) => ({ plan, parents: 1 })))) return false;
    return relations.every(
      ({ relation: { join }, filtered }) =>
        !filtered && join.keyOn !== 'parent' && join.source === resource.keyColumn,
    );
  }
}

/** Returns the version apart from the row. It follows the selected columns. */
function withoutVersion(
  row: Row,
  { versioned, select }: RecordPlan,
): Pick<FoundRecord, 'row' | 'version'> {
  if (!versioned) return { row, version: undefined };
  return { row: row.toSpliced(select.length, 1), version: row[select.length] };
}

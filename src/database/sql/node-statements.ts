import type {
  NodePlan,
  PagePlan,
  RecordPlan,
  RecordsPlan,
  RelationPlan,
} from '../../pipeline/planning/query-plan.js';
import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';
import type { Dialect } from '../dialects/dialect.js';
import type { Fragment } from './parts/fragment.js';
import { countSql, estimateSql, pageSql, recordSql, recordsSql } from './main-sql.js';
import type { ReadStatement } from '../dialects/read-statement.js';
import { relatedSql } from './related-sql.js';
import { relationSqlOf } from './relations/index.js';
import { AdmittedShapes } from './admitted-shapes.js';
import { SqlCache } from './sql-cache.js';

/**
 * The most cached statements. Their number depends on what definitions declare and callers combine.
 */
const MAX_STATEMENTS = 2_000;

/** Returns the statements of a plan's nodes. SQL is built once per shape of a node. */
export class NodeStatements {
  private readonly cache = new SqlCache(MAX_STATEMENTS);
  /** `null` if their number is not limited. */
  private readonly nested: AdmittedShapes | null;

  constructor(private readonly dialect: Dialect) {
    const max = dialect.json?.maxShapes ?? null;
    this.nested = max === null ? null : new AdmittedShapes(max);
  }

  /**
   * Returns the plan of a page as the database can afford to read it: without relations that it
   * writes as JSON, if there are too many such statements.
   */
  affordable(plan: PagePlan): PagePlan {
    if (plan.aggregated.length === 0 || !this.nested) return plan;
    const { key } = pageSql(plan, plan.size, false, this.dialect);
    return this.nested.admits(key) ? plan : { ...plan, aggregated: [] };
  }

  /**
   * Returns the statement of a page. One more row than its size reveals whether another page
   * follows.
   */
  page(plan: PagePlan, rows = plan.size): ReadStatement {
    return this.pageOf(plan, rows, false);
  }

  /** Returns the statement of a page whose rows each end with the total. */
  countedPage(plan: PagePlan): ReadStatement {
    return this.pageOf(plan, plan.size, true);
  }

  private pageOf(plan: PagePlan, rows: number, isCounted: boolean): ReadStatement {
    const { place, order, select, aggregated: nested } = plan;
    const orderColumns = place.by === 'cursor' ? order.terms.map(({ column }) => column) : [];
    const columns = [...select, ...pivotsOf(plan), ...orderColumns];
    const types = isCounted ? [...typesOf(columns), ...COUNT] : typesOf(columns);
    const sql = pageSql(plan, rows, isCounted, this.dialect);
    return this.statement(sql, types, rows, nested.length);
  }

  /** Returns the statement for the total of a page, the row's only value. */
  count(plan: PagePlan): ReadStatement {
    return this.statement(countSql(plan, this.dialect), COUNT, 1);
  }

  /** Returns the statement that estimates the total of a page; the dialect reads its rows. */
  estimate(plan: PagePlan): ReadStatement {
    return this.statement(estimateSql(plan, this.dialect), [], 1);
  }

  record(plan: RecordPlan): ReadStatement {
    const sql = recordSql(plan, this.dialect);
    const types = plan.versioned ? [...typesOf(plan.select), ...VERSION] : typesOf(plan.select);
    return this.statement(sql, types, 1, plan.aggregated.length, true);
  }

  records(plan: RecordsPlan): ReadStatement {
    const { keys, select, aggregated } = plan;
    const sql = recordsSql(plan, this.dialect);
    return this.statement(sql, typesOf(select), keys.length, aggregated.length);
  }

  /**
   * Returns the statement for the related rows of the parents with these joining values. With
   * several parents, each row ends with the value of its parent.
   */
  related(plan: RelationPlan, keys: readonly unknown[], limit = plan.limit): ReadStatement {
    const { join } = plan.relation;
    const parents = keys.length === 1 ? [] : [relationSqlOf(join).column(join)];
    const types = typesOf([...plan.select, ...pivotsOf(plan), ...parents]);
    const sql = relatedSql(plan, keys, limit, this.dialect);
    return this.statement(sql, types, keys.length * limit);
  }

  private statement(
    sql: Fragment,
    types: readonly ValueType[],
    rows: number,
    nested = 0,
    isByKey = false,
  ): ReadStatement {
    const cached = this.cache.get(sql.key, () => sql.sql());
    return { sql: cached, values: sql.values, types, nested, rows, isByKey };
  }
}

const COUNT: readonly ValueType[] = ['bigint'];
const VERSION: readonly ValueType[] = ['text'];

const pivotsOf = ({ pivots }: NodePlan): readonly CompiledColumn[] =>
  pivots.map(({ column }) => column);

const typesOf = (columns: readonly CompiledColumn[]): readonly ValueType[] =>
  columns.map(({ type }) => type);

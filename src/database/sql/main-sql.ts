import type { ResolvedOrder } from '../../pipeline/authorization/resolved-order.js';
import { offsetOf } from '../../pipeline/planning/plan-page.js';
import type {
  PageParent,
  PagePlan,
  RecordPlan,
  RecordsPlan,
} from '../../pipeline/planning/query-plan.js';
import { bindKey, named, type Dialect } from '../dialects/dialect.js';
import { afterCursorSql } from './after-cursor-sql.js';
import { NO_VALUES, valuesOf, type Fragment, type RowFragment } from './parts/fragment.js';
import { nestedSql } from './nested-sql.js';
import {
  rowConditionsSql,
  nodeParts,
  nodeSql,
  type NodeFragment,
  type NodeParts,
} from './parts/node-sql.js';
import { OrderFragment } from './parts/order-sql.js';
import { relationName, relatedTo } from './related-sql.js';
import { relationSqlOf } from './relations/index.js';
import { versionSql } from './version-sql.js';

/*
 * The statements of main records. Their rows end with the relations that the database writes as JSON.
 */

/**
 * Returns the statement that reads a page.
 *
 * @param rows how many rows to read
 * @param isCounted whether each row ends with the total
 */
export function pageSql(
  plan: PagePlan,
  rows: number,
  isCounted: boolean,
  dialect: Dialect,
): Fragment {
  const { place, parent, size } = plan;
  const main = mainSql(plan, dialect);
  const { node } = main;
  const after = startSql(plan, dialect);
  const offset = offsetOf(plan);
  const endsWithOrder = place.by === 'cursor';
  const max = roundedUp(size + 1);
  return {
    key: `page ${isCounted ? 'counted ' : ''}${max} ${parentKey(parent)} ${after.key} ${main.key}`,
    values: [
      ...main.values,
      ...node.order.values,
      ...parentValues(parent),
      ...node.conditions.values,
      ...after.values,
      ...(parent ? [rows, offset] : [offset, rows]),
    ],
    sql() {
      const parts = main.parts();
      const conditions = (alias: string) => parts.conditions(alias) + after.sql(alias);
      if (parent) return relatedPageSql({ ...parts, conditions }, parent, endsWithOrder);
      const where = (alias: string) => whereSql(conditions(alias));
      const endsWithRecords = plan.aggregated.length > 0;
      const ends = { endsWithOrder, endsWithRecords, isCounted };
      return dialect.page({ ...parts, conditions: where, ...ends, max });
    },
  };
}

/** Returns the statement that counts the rows of all pages. */
export const countSql = (plan: PagePlan, dialect: Dialect): Fragment =>
  allRowsSql('count', 'count(*)', plan, dialect);

/** Returns the statement that estimates the rows of all pages. */
export function estimateSql(plan: PagePlan, dialect: Dialect): Fragment {
  const rows = allRowsSql('estimate', '1', plan, dialect);
  return { ...rows, sql: () => dialect.explain.sql(rows.sql()) };
}

/**
 * @param kind distinguishes the cache keys
 * @param selected what is selected of the rows of all pages
 */
function allRowsSql(kind: string, selected: string, plan: PagePlan, dialect: Dialect): Fragment {
  const { parent, resource } = plan;
  const conditions = rowConditionsSql(plan, dialect);
  return {
    key: `${kind} ${parentKey(parent)} ${resource.key} ${conditions.key}`,
    values: [...parentValues(parent), ...conditions.values],
    sql() {
      const parts = nodeParts(plan, new OrderFragment(UNORDERED, dialect), conditions, dialect);
      const { from, where } = parent
        ? relatedTo(parent.relation, parts)
        : { from: `${parts.table} t`, where: whereSql(parts.conditions('t')) };
      return `select ${selected} from ${from}${where}`;
    },
  };
}

/**
 * Returns the statement that reads one record. If the plan includes its version, that follows the
 * selected columns.
 */
export function recordSql(plan: RecordPlan, dialect: Dialect): Fragment {
  const { versioned, resource } = plan;
  const version = (alias: string) =>
    versioned ? `, ${versionSql(resource.table, dialect, alias)}` : '';
  const main = mainSql(plan, dialect, version);
  const { keyColumn } = resource;
  return {
    key: `${versioned ? 'versioned ' : ''}record ${main.key}`,
    values: [...main.values, bindKey(plan.key, keyColumn), ...main.node.conditions.values],
    sql() {
      const { table, columns, conditions } = main.parts();
      const hasKey = `${named(dialect, keyColumn, 't')} = ${dialect.bound}`;
      return `select ${columns('t')} from ${table} t where ${hasKey}${conditions('t')}`;
    },
  };
}

/** Returns the statement that reads listed records. */
export function recordsSql(plan: RecordsPlan, dialect: Dialect): Fragment {
  const main = mainSql(plan, dialect);
  const { keyColumn: key } = plan.resource;
  return {
    key: `records ${main.key}`,
    values: [...main.values, dialect.bindList(plan.keys, key), ...main.node.conditions.values],
    sql() {
      const { table, columns, conditions } = main.parts();
      const read = { columns: columns('t'), conditions: conditions('t') };
      return dialect.keyed({ table, key, lock: '', ...read });
    },
  };
}

interface MainFragment {
  readonly node: NodeFragment;
  readonly key: string;
  /** The values of the columns that the database writes as JSON. */
  readonly values: readonly unknown[];
  parts(): NodeParts;
}

/** @param added columns behind the selected ones: `, …`, or empty */
function mainSql(
  plan: PagePlan | RecordPlan | RecordsPlan,
  dialect: Dialect,
  added: (alias: string) => string = () => '',
): MainFragment {
  const node = nodeSql(plan, dialect);
  const nested = plan.aggregated.map((relation) => nestedSql(relation, dialect));
  return {
    node,
    key: nested.length === 0 ? node.key : `${node.key} ${nested.map(({ key }) => key).join(' ')}`,
    values: valuesOf(nested),
    parts() {
      const parts = node.parts();
      const nestedColumns = (alias: string) =>
        nested.map((each) => `, ${each.sql(alias)}`).join('');
      const columns = (alias: string) => parts.columns(alias) + added(alias) + nestedColumns(alias);
      return { ...parts, columns };
    },
  };
}

/** Returns where a page starts: ` and …` for rows after the cursor's row, or empty. */
function startSql({ place, order }: PagePlan, dialect: Dialect): RowFragment {
  if (place.by !== 'cursor') return NUMBERED;
  if (place.after === null) return FIRST;
  const after = afterCursorSql(order, place.after, dialect);
  return {
    key: `after ${after.key}`,
    values: after.values,
    sql: (alias) => ` and ${after.sql(alias)}`,
  };
}

const NUMBERED: RowFragment = { key: '', values: NO_VALUES, sql: () => '' };
/** The rows of a page by a cursor end with the values of their order. */
const FIRST: RowFragment = { key: 'first', values: NO_VALUES, sql: () => '' };

/**
 * Returns a page of one parent's related rows. Their order already distinguishes the pivot rows of
 * one pair.
 */
function relatedPageSql(
  parts: NodeParts,
  { relation }: PageParent,
  endsWithOrder: boolean,
): string {
  const { bound } = parts.dialect;
  const { from, where } = relatedTo(relation, parts);
  const orderColumns = endsWithOrder ? parts.sorted.columns('t') : '';
  return (
    `select ${parts.columns('t')}${parts.pivots()}${orderColumns} from ${from}${where}` +
    ` order by ${parts.sorted.order('t')} limit ${bound} offset ${bound}`
  );
}

const parentKey = (parent: PageParent | null): string =>
  parent ? relationName(parent.relation) : '';

const parentValues = (parent: PageParent | null): readonly unknown[] =>
  parent
    ? [bindKey(parent.value, relationSqlOf(parent.relation.join).column(parent.relation.join))]
    : NO_VALUES;

/** 100, 1,000, …: the next round number for a page of this size. */
const roundedUp = (size: number): number => Math.max(100, 10 ** Math.ceil(Math.log10(size)));

/** A count needs no order. */
const UNORDERED: ResolvedOrder = { terms: [], joins: [] };

/** Turns ` and a and b` into ` where a and b`. */
const whereSql = (conditions: string): string => conditions.replace(/^ and /, ' where ');

import type { ResolvedCondition } from '../../pipeline/authorization/resolved-condition.js';
import type { RecordPlan } from '../../pipeline/planning/query-plan.js';
import type { CompiledTable } from '../../registry/resources/compiled-resource.js';
import type { Row } from '../connection/database.js';
import type { Dialect } from '../dialects/dialect.js';
import { conditionSql } from '../sql/parts/condition-sql.js';
import { NO_VALUES, type RowSql } from '../sql/parts/fragment.js';
import { rowConditionsSql } from '../sql/parts/node-sql.js';
import { versionSql } from '../sql/version-sql.js';

/** Nothing is returned besides the columns of the table. */
export const COLUMNS_ONLY: RowSql = { sql: () => '', values: NO_VALUES };

/** A returned row as a read of the plan would find it. */
export interface ReturnedRecord {
  readonly row: Row;
  /** Whether the row is inside the scope. */
  readonly isSeen: boolean;
  /** Whether the write has marked the row as deleted. */
  readonly isDeleted: boolean;
  /** The version of the row, if the plan includes it; otherwise `undefined`. */
  readonly version: unknown;
}

/**
 * Returns what a statement must return of the rows that it writes, behind all columns of their
 * table, so that {@link returnedRecords} can make the records of a plan from them: `, …`. `null` if
 * they must be read: for relations, and where other rows decide whether a row is inside the scope.
 */
export function returnedFor(plan: RecordPlan, dialect: Dialect): RowSql | null {
  const { resource, relations, select, scope, narrowing, versioned } = plan;
  const { table } = resource;
  const columns = new Set(table.columns.values());
  if (!table.returnsRows || relations.length > 0) return null;
  if (!isOfRow(scope) || !isOfRow(narrowing) || !select.every((each) => columns.has(each)))
    return null;
  const conditions = rowConditionsSql(plan, dialect);
  const version = (alias: string) => (versioned ? `, ${versionSql(table, dialect, alias)}` : '');
  return {
    sql: (alias) => `, case when 1 = 1${conditions.sql(alias)} then 1 else 0 end${version(alias)}`,
    values: conditions.values,
  };
}

/** Returns the records of a plan from what {@link returnedFor} made a statement return. */
export function returnedRecords(
  { resource, select }: RecordPlan,
  rows: readonly Row[],
): readonly ReturnedRecord[] {
  const { columns: all, deletedAt } = resource.table;
  const columns = [...all.values()];
  const places = select.map((column) => columns.indexOf(column));
  const deleted = deletedAt === null ? -1 : columns.indexOf(deletedAt);
  const seen = columns.length;
  return rows.map((row) => ({
    row: places.map((at) => row[at]),
    isSeen: Number(row[seen]) === 1,
    isDeleted: deleted >= 0 && row[deleted] !== null,
    version: row[seen + 1],
  }));
}

/** Returns the condition ` and …` of a row that is still the same, and still inside the scope. */
export function unchanged(isSame: RowSql, scope: ResolvedCondition, dialect: Dialect): RowSql {
  const visible = conditionSql(scope, dialect);
  return {
    sql: (alias) => `${isSame.sql(alias)} and ${visible.sql(alias)}`,
    values: [...isSame.values, ...visible.values],
  };
}

/** Returns all columns of a table, and what else is returned. @param returned `, …`, or empty */
export function returnedColumns(table: CompiledTable, returned: RowSql, dialect: Dialect): string {
  const alias = dialect.quote(table.name);
  const columns = [...table.columns.values()].map((column) => dialect.read(column, alias));
  return columns.join(', ') + returned.sql(alias);
}

/** Whether a condition depends on the row alone. */
function isOfRow(condition: ResolvedCondition): boolean {
  switch (condition.kind) {
    case 'related':
    case 'sql':
      return false;
    case 'and':
    case 'or':
      return condition.conditions.every(isOfRow);
    case 'not':
      return isOfRow(condition.condition);
    default:
      return true;
  }
}

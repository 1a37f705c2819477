import type { Database, DialectName, Row } from './database/database.js';

/** How the database runs a statement. */
export interface ExplainedStatement {
  /** The plan as the engine describes it, without values. */
  readonly plan: unknown;
  /** The rows that the planner expects; `null` if the engine does not estimate them. */
  readonly estimatedRows: number | null;
}

interface Explainer {
  explain(sql: string): string;
  plan(rows: readonly Row[]): unknown;
  estimatedRows(plan: unknown): number | null;
}

const parsed = ([row]: readonly Row[]): unknown => {
  const value = row![0];
  return typeof value === 'string' ? JSON.parse(value) : value;
};
const unknownRows = () => null;

const postgres: Explainer = {
  explain: (sql) => `explain (analyze, format json) ${sql}`,
  plan: parsed,
  estimatedRows: (plan) => (plan as [{ Plan: { 'Plan Rows': number } }])[0].Plan['Plan Rows'],
};

const explainers: Readonly<Record<DialectName, Explainer>> = {
  postgres,
  yugabytedb: postgres,
  cockroachdb: {
    explain: (sql) => `explain analyze ${sql}`,
    plan: (rows) => rows.map(([line]) => line),
    estimatedRows: unknownRows,
  },
  mariadb: {
    explain: (sql) => `analyze format=json ${sql}`,
    plan: parsed,
    estimatedRows: unknownRows,
  },
  mysql: {
    explain: (sql) => `explain format=json ${sql}`,
    plan: parsed,
    estimatedRows: unknownRows,
  },
  sqlite: {
    explain: (sql) => `explain query plan ${sql}`,
    plan: (rows) => rows.map(([id, parent, , detail]) => ({ id, parent, detail })),
    estimatedRows: unknownRows,
  },
};

/** Asks the database how it runs a statement that reads; PostgreSQL and its
 * kin and MariaDB run it again. */
export async function explainStatement(
  database: Database,
  sql: string,
  values: readonly unknown[],
): Promise<ExplainedStatement> {
  const explainer = explainers[database.dialect];
  const plan = explainer.plan(await database.query(explainer.explain(sql), values));
  return { plan: withoutValues(plan), estimatedRows: explainer.estimatedRows(plan) };
}

/** Replaces the strings and numbers that conditions of a plan contain: some may be secret. */
function withoutValues(plan: unknown): unknown {
  if (typeof plan === 'string')
    return plan
      .replace(/'(?:[^'\\]|''|\\.)*'/g, `'?'`)
      .replace(/(?<![\w$`"])(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)\b/gi, '?');
  if (Array.isArray(plan)) return plan.map(withoutValues);
  if (typeof plan !== 'object' || plan === null) return plan;
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [name, withoutValues(value)]),
  );
}

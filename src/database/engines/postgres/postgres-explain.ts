import type { Row } from '../../connection/database.js';
import type { ExplainSql } from '../../dialects/dialect.js';

/** A step of a plan as JSON. Its other members can contain values. */
interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanStep[];
}

/** Explains statements as lines of text, which contain values besides the steps and their tables. */
export const linesExplain: ExplainSql = {
  sql: (statement) => `explain ${statement}`,
  estimate: null,
  steps: (explained) =>
    explained.map(([line]) => String(line)).filter((line) => /• |\btable: /.test(line)),
};

/** Explains statements as JSON. */
export const postgresExplain: ExplainSql = {
  sql: (statement) => `explain (format json) ${statement}`,
  estimate: (explained) => planIn(explained)['Plan Rows'],
  steps: (explained) => describeStep(planIn(explained), ''),
};

const planIn = ([row]: readonly Row[]): PlanStep =>
  (JSON.parse(String(row![0])) as readonly [{ readonly Plan: PlanStep }])[0].Plan;

function describeStep(step: PlanStep, indent: string): readonly string[] {
  const { 'Relation Name': table, 'Index Name': index, Plans = [] } = step;
  const [on, by] = [table ? ` on ${table}` : '', index ? ` by ${index}` : ''];
  return [
    `${indent}${step['Node Type']}${on}${by}, rows: ${step['Plan Rows']}`,
    ...Plans.flatMap((below) => describeStep(below, `${indent}  `)),
  ];
}

import type { Row } from '../../connection/database.js';
import type { ExplainSql } from '../../dialects/dialect.js';

const CONSTANT = 'SCAN CONSTANT ROW';

/** Explains statements as rows of a step, the step around it, and a text in the last column. */
export const sqliteExplain: ExplainSql = {
  sql: (statement) => `explain query plan ${statement}`,
  /** The numbers of its planner are costs of choices, not rows. */
  estimate: null,
  steps: (explained) => withoutValues(explained).map((step) => String(step.at(-1))),
};

/** A bound value is a subquery of its own in our statements, which reads a constant. */
function withoutValues(explained: readonly Row[]): readonly Row[] {
  const constants = explained.filter((step) => step.at(-1) === CONSTANT);
  const values = new Set(constants.map(([, around]) => around));
  return explained.filter((step) => !constants.includes(step) && !values.has(step[0]));
}

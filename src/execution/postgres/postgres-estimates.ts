import type { Estimates } from '../dialects/dialect.js';

interface Explained {
  readonly Plan: { readonly 'Plan Rows': number };
}

/** The planner's estimate, which includes what the conditions select. */
export const postgresEstimates: Estimates = {
  available: null,
  ofTables: false,
  sql: (_table, rows) => `explain (format json) ${rows}`,
  read(value) {
    const [explained] = (typeof value === 'string' ? JSON.parse(value) : value) as [Explained];
    return explained.Plan['Plan Rows'];
  },
};

/** For planners whose estimate cannot be read, or means nothing. */
export const noEstimates: Estimates = { ...postgresEstimates, available: 'select 1 where false' };

import { type RequestError } from '../../../src/base/errors/index.js';
import { RowBudget } from '../../../src/database/read/row-budget.js';
import type { NodePlan, RelationPlan } from '../../../src/pipeline/planning/query-plan.js';

/** A relation of a plan, with its nested ones. */
const relation = (limit: number, many = true, ...relations: readonly RelationPlan[]) =>
  ({ limit, relation: { key: 'posts', many }, relations }) as unknown as RelationPlan;

/** A budget of 100 with the main records counted. */
function budgetWith(records: number, ...relations: readonly RelationPlan[]): RowBudget {
  const budget = new RowBudget(100);
  budget.begin({ relations } as unknown as NodePlan, records);
  return budget;
}

/** The message of the error under `include`. */
function refusalOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return (error as RequestError).errors?.include?.[0];
  }
}

describe('The error of the row budget (C12)', () => {
  const page = (records: number, ...relations: readonly RelationPlan[]) => {
    const budget = new RowBudget(100);
    budget.begin({ relations, size: records } as unknown as NodePlan, records);
    return budget;
  };

  it.each([
    [
      'a record',
      () => budgetWith(1, relation(200)),
      'a lower relatablePerPage, or fewer relations',
    ],
    ['one each', () => page(60, relation(1, false)), 'a lower perPage, or fewer relations'],
    ['lists below', () => page(60, relation(1, false, relation(2))), 'a lower relatablePerPage or'],
    ['nothing to lower', () => budgetWith(1, relation(1, false)), 'fewer relations'],
    ['an action', () => new RowBudget(100, false), 'fewer relations'],
  ])('names only parameters that the request has: %s', (_of, budget, ways) => {
    expect(refusalOf(() => budget().admit([{ plan: relation(1), parents: 101 }]))).toContain(
      ` Ask for ${ways}`,
    );
  });
});

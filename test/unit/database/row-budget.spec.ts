import { type RequestError } from '../../../src/base/errors/index.js';
import { RowBudget } from '../../../src/database/read/row-budget.js';
import type { NodePlan, RelationPlan } from '../../../src/pipeline/planning/query-plan.js';

/** A relation of a plan, with its nested ones. */
const relation = (limit: number, many = true, ...relations: readonly RelationPlan[]) =>
  ({ limit, relation: { key: 'posts', many }, relations }) as unknown as RelationPlan;

const levelOf = (plan: RelationPlan, parents: number) => ({ plan, parents });
const level = (parents: number, limit: number, many = true) =>
  levelOf(relation(limit, many), parents);

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

describe('RowBudget (C12)', () => {
  it('admits what just fits', () => {
    const budget = budgetWith(10);
    expect(refusalOf(() => budget.admit([level(9, 10)]))).toBeUndefined();
    expect(refusalOf(() => budget.admit([level(91, 1)]))).toContain('91 records');
  });

  it('counts what was loaded, not what was admitted', () => {
    const budget = budgetWith(0);
    budget.admit([level(10, 10)]);
    budget.carry(relation(10), 3);
    expect(refusalOf(() => budget.admit([level(97, 1)]))).toBeUndefined();
  });

  it('counts the relations of a level together', () => {
    const budget = budgetWith(0);
    expect(refusalOf(() => budget.admit([level(5, 10), level(5, 10)]))).toBeUndefined();
    expect(refusalOf(() => budget.admit([level(5, 10), level(5, 10), level(1, 1)]))).toContain(
      '0 are left',
    );
  });

  it('counts shared records as often as they are returned', () => {
    const budget = budgetWith(0);
    expect(refusalOf(() => budget.carry(relation(1), 100))).toBeUndefined();
    expect(refusalOf(() => budget.carry(relation(1), 1))).toContain('contain 101 records');
  });
});

describe('The error of the row budget (C12)', () => {
  const page = (records: number, ...relations: readonly RelationPlan[]) => {
    const budget = new RowBudget(100);
    budget.begin({ relations, size: records } as unknown as NodePlan, records);
    return budget;
  };

  it('contains the numbers, and the parameters that lower them', () => {
    const posts = relation(15);
    expect(refusalOf(() => page(10, posts).admit([levelOf(posts, 10)]))).toBe(
      '"posts" could load 150 records: 10 parents, 15 each. Of the 100 that a request may load, 90 are left.' +
        ' Ask for a lower relatablePerPage or perPage, or fewer relations.',
    );
  });

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
    expect(refusalOf(() => budget().admit([level(101, 1)]))).toContain(` Ask for ${ways}`);
  });
});

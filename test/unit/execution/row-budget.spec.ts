import { type RequestError } from '../../../src/errors/index.js';
import { RowBudget } from '../../../src/execution/row-budget.js';
import type { RelationPlan } from '../../../src/planning/query-plan.js';

const level = (parents: number, limit: number, many = true) => ({
  plan: { limit, relation: { key: 'posts', many } } as RelationPlan,
  parents,
});

/** What the refusal says under `include`. */
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
    const budget = new RowBudget(100);
    budget.spend(10);
    expect(refusalOf(() => budget.admit([level(9, 10)]))).toBeUndefined();
    expect(refusalOf(() => budget.admit([level(91, 1)]))).toContain('91 records');
  });

  it('counts what was loaded, not what was admitted', () => {
    const budget = new RowBudget(100);
    budget.admit([level(10, 10)]);
    budget.spend(3);
    expect(refusalOf(() => budget.admit([level(97, 1)]))).toBeUndefined();
  });

  it('counts the relations of a level together', () => {
    const budget = new RowBudget(100);
    expect(refusalOf(() => budget.admit([level(5, 10), level(5, 10)]))).toBeUndefined();
    expect(refusalOf(() => budget.admit([level(5, 10), level(5, 10), level(1, 1)]))).toContain('0 are left');
  });

  it('says the numbers, and a smaller one that fits', () => {
    const text = refusalOf(() => new RowBudget(100).admit([level(15, 15)]));
    expect(text).toBe(
      '"posts" could load 225 records: 15 parents, 15 each. Of the 100 that a request may load, 100 are left.' +
        ' Ask for relatablePerPage=6 or less, or fewer records a page.',
    );
  });

  it.each([level(200, 15), level(101, 1, false)])('does not propose what would not help', (refused) => {
    expect(refusalOf(() => new RowBudget(100).admit([refused]))).toMatch(/Ask for fewer records a page\.$/);
  });

  it('proposes a page that would fit where fewer related records would not help', () => {
    const budget = new RowBudget(100);
    budget.spend(60);
    expect(refusalOf(() => budget.admit([level(60, 1, false)]))).toMatch(/40 are left\. Ask for perPage=50 or less\.$/);
    expect(refusalOf(() => budget.carry(level(1, 1).plan, 60))).toMatch(
      /Ask for perPage=50 or less, or fewer levels\.$/,
    );
  });

  it('counts what is shared as often as it is answered', () => {
    const budget = new RowBudget(100);
    expect(refusalOf(() => budget.carry(level(1, 1).plan, 100))).toBeUndefined();
    expect(refusalOf(() => budget.carry(level(1, 1).plan, 1))).toContain('holds 101');
  });
});

import { type RequestError } from '../../../src/base/errors/index.js';
import { RowBudget } from '../../../src/database/read/row-budget.js';
import type { NodePlan, RelationPlan } from '../../../src/pipeline/planning/query-plan.js';

/** A relation of a plan, with its nested ones. */
const relation = (limit: number, many = true, ...relations: readonly RelationPlan[]) =>
  ({ limit, relation: { key: 'posts', many }, relations }) as unknown as RelationPlan;

const levelOf = (plan: RelationPlan, parents: number, carried = parents) => ({
  plan,
  parents,
  carried,
});
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

describe('The proposal of an error by the row budget (C12)', () => {
  it('is part of the message with the numbers', () => {
    const posts = relation(15);
    expect(refusalOf(() => budgetWith(10, posts).admit([levelOf(posts, 10)]))).toBe(
      '"posts" could load 150 records: 10 parents, 15 each. Of the 100 that a request may load, 90 are left.' +
        ' Ask for relatablePerPage=9 or less, or perPage=6 or less.',
    );
  });

  it('reserves rows for the levels below', () => {
    const posts = relation(30, true, relation(10, true));
    const text = refusalOf(() => budgetWith(4, posts).admit([levelOf(posts, 4)]));
    // Four records, each with four posts, each of which has four.
    expect(text).toMatch(/Ask for relatablePerPage=4 or less\.$/);
  });

  it('is based on the parents that were really read, as often as the response contains them', () => {
    const [comments, posts] = [relation(10), relation(10, true, relation(10))];
    const budget = budgetWith(10, posts);
    budget.admit([levelOf(posts, 9)]);
    budget.carry(posts, 20);
    expect(refusalOf(() => budget.admit([levelOf(comments, 15, 20)]))).toMatch(
      /relatablePerPage=3 or less/,
    );
  });

  it('is one number for all relations, and extends none that was read already', () => {
    const [comments, posts] = [relation(20), relation(2, true, relation(20))];
    const budget = budgetWith(10, posts);
    budget.admit([levelOf(posts, 10)]);
    budget.carry(posts, 12);
    expect(refusalOf(() => budget.admit([levelOf(comments, 12)]))).toMatch(
      /relatablePerPage=2 or less/,
    );
  });

  it('is a smaller page if fewer related records would not help', () => {
    const one = relation(1, false);
    const budget = budgetWith(60, one);
    expect(refusalOf(() => budget.admit([levelOf(one, 60)]))).toMatch(
      /40 are left\. Ask for perPage=50 or less\.$/,
    );
    expect(refusalOf(() => budget.carry(one, 60))).toMatch(/Ask for perPage=50 or less\.$/);
  });

  it('is fewer relations if nothing else would surely help', () => {
    const one = relation(1, false, relation(101, false));
    expect(refusalOf(() => budgetWith(1, one).admit([level(101, 1, false)]))).toMatch(
      /Ask for fewer relations\.$/,
    );
    const budget = new RowBudget(100, false);
    expect(refusalOf(() => budget.admit([level(50, 15)]))).toMatch(/Ask for fewer relations\.$/);
  });
});

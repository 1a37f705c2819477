import {
  planJsonAggregation,
  separateRelations,
  type AggregationBounds,
} from '../../../../src/pipeline/planning/plan-json-aggregation.js';
import type { NodePlan, RelationPlan } from '../../../../src/pipeline/planning/query-plan.js';
import { columnOf } from '../../database/columns.js';

const key = columnOf('id', 'integer', { holdsKey: true });
const float = columnOf('size', 'float');
const term = (of: 'row' | 'link' | number) => ({
  column: key,
  path: [],
  of,
  descending: true,
  nullable: false,
});
const byKey = { terms: [term('row')], joins: [] };
const resource = { keyColumn: key, table: { name: 'things' }, morphs: new Map() };
const base = {
  resource,
  attributes: [],
  relations: [],
  aggregated: [],
  pivots: [],
  policyColumns: [],
  order: byKey,
};

/** A relation that the database can build, unless set otherwise. */
const relation = (limit: number, more: object = {}): RelationPlan =>
  ({
    ...base,
    relation: { pivots: [] },
    limit,
    circular: false,
    ...more,
  }) as unknown as RelationPlan;
const planWith = (...relations: readonly RelationPlan[]) =>
  ({ ...base, relations }) as unknown as NodePlan;

const bounds: AggregationBounds = {
  canAggregate: ({ type }) => type !== 'float',
  flagsRelated: false,
  records: 10,
  rowBudget: 1_000,
};
const attribute = (column = float, options: object = {}) => ({
  field: { column, options, omits: null },
  index: 0,
});
const type = columnOf('noted_type', 'text');
const morphs = new Map([['noted', [{ join: { type: { column: type } } }]]]);

describe('The relations that the database builds', () => {
  it('are all that nothing prevents, and no others', () => {
    const [free, bound] = [relation(2), relation(2, { policyColumns: [key] })];
    const plan = planJsonAggregation(planWith(free, bound), bounds);
    expect(plan.aggregated).toEqual([free]);
    expect(separateRelations(plan)).toEqual([bound]);
  });

  it.each<[string, object]>([
    ['a policy or callable reads the records', { policyColumns: [key] }],
    ['a record could be its own ancestor (C5.3)', { circular: true }],
    ['the database formats an attribute differently', { attributes: [attribute()] }],
    [
      'an attribute is a file that may be missing',
      { attributes: [attribute(key, { image: true })] },
    ],
    [
      'an attribute names a resource',
      { attributes: [attribute(type)], resource: { ...resource, morphs } },
    ],
    [
      'the database formats a pivot value differently',
      { pivots: [{ name: 'size', column: float }] },
    ],
    ['the response contains whether there are more (C3.3)', { linksToMore: true }],
    ['the order depends on other rows', { order: { terms: [term(0)], joins: [] } }],
    ['the database formats the key differently', { resource: { ...resource, keyColumn: float } }],
  ])('exclude a relation of which %s, at any level', (_why, more) => {
    const excluded = relation(2, more);
    expect(planJsonAggregation(planWith(excluded), bounds).aggregated).toEqual([]);
    expect(
      planJsonAggregation(planWith(relation(2, { relations: [excluded] })), bounds).aggregated,
    ).toEqual([]);
  });

  it('are read with the number format of the field', () => {
    const attributes = [attribute(columnOf('price', 'decimal'), { number: true })];
    const writes = jest.fn(() => true);
    planJsonAggregation(planWith(relation(2, { attributes })), { ...bounds, canAggregate: writes });
    expect(writes).toHaveBeenCalledWith(attributes[0]!.field.column, true);
  });

  it('are empty if related records have flags (C3.3), or the database builds nothing', () => {
    const plan = planWith(relation(2));
    expect(planJsonAggregation(plan, { ...bounds, flagsRelated: true })).toBe(plan);
    expect(planJsonAggregation(plan, { ...bounds, canAggregate: null })).toBe(plan);
  });

  it('are empty if the row budget could be exceeded, counted over all levels (C12)', () => {
    const plan = planWith(relation(9, { relations: [relation(10)] }));
    const most = 10 + 10 * 9 + 10 * 9 * 10;
    expect(planJsonAggregation(plan, { ...bounds, rowBudget: most }).aggregated).toHaveLength(1);
    expect(planJsonAggregation(plan, { ...bounds, rowBudget: most - 1 }).aggregated).toHaveLength(
      0,
    );
  });
});

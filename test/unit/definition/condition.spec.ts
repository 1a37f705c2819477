import {
  column,
  ColumnReference,
  differs,
  gt,
  gte,
  lt,
  lte,
  notIn,
  sql,
  where,
  type ConditionNode,
} from '../../../src/definition/index.js';

const compare = (comparison: string, value: unknown) => ({
  kind: 'compare',
  property: 'userId',
  comparison,
  value,
});
const unchecked = where as (...alternatives: object[]) => ConditionNode;

describe('A condition (@contract C4.4)', () => {
  it.each([
    ['a value', 3, compare('eq', 3)],
    ['null', null, compare('eq', null)],
    ['a list', [1, 2], compare('in', [1, 2])],
    ['an empty list', [], compare('in', [])],
    ['false', false, compare('eq', false)],
    ['0', 0, compare('eq', 0)],
    ['differs', differs(3), compare('ne', 3)],
    ['gt', gt(3), compare('gt', 3)],
    ['gte', gte(3), compare('gte', 3)],
    ['lt', lt(3), compare('lt', 3)],
    ['lte', lte(3), compare('lte', 3)],
    ['notIn', notIn([1, 2]), compare('nin', [1, 2])],
  ])('compares with %s as data', (_name, wanted, node) => {
    expect(unchecked({ userId: wanted })).toEqual(node);
  });

  it.each([
    ['no member', [{}]],
    ['an alternative without member', [{ status: 'published' }, {}]],
  ])('throws for %s, which would match the whole table', (_name, alternatives) => {
    expect(() => unchecked(...alternatives)).toThrow(
      new TypeError('A condition without members would be the whole table: say everything().'),
    );
  });

  it.each([
    ['alone', { userId: undefined }],
    ['beside others', { status: 'published', userId: undefined }],
  ])('throws for undefined %s', (_name, match) => {
    expect(() => unchecked(match)).toThrow(
      new TypeError('A condition compares userId with undefined.'),
    );
  });

  it('throws for undefined inside an operator', () => {
    expect(() => unchecked({ userId: differs(undefined) })).toThrow(TypeError);
  });

  it('throws for undefined inside a list', () => {
    expect(() => unchecked({ userId: [1, undefined] })).toThrow(TypeError);
    expect(() => unchecked({ userId: notIn([undefined]) })).toThrow(TypeError);
  });

  it('keeps the values in sql apart from its SQL', () => {
    const evil = "'; drop table posts; --";
    expect(sql`lower(${column('title')}) = ${evil}`).toEqual({
      kind: 'sql',
      parts: ['lower(', ') = ', ''],
      values: [new ColumnReference('title'), evil],
    });
  });

  it('throws for null in comparisons of order', () => {
    expect(() => where<{ age: number | null }>({ age: gt(null as never) })).toThrow(
      'orders age by null',
    );
  });
});

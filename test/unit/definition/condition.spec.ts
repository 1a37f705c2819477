import {
  and,
  column,
  ColumnReference,
  differs,
  everything,
  exists,
  gt,
  gte,
  lt,
  lte,
  not,
  nothing,
  notIn,
  or,
  presentThrough,
  sql,
  visibleThrough,
  where,
  type ConditionNode,
} from '../../../src/definition/index.js';
import type { Post } from './entities.js';

const published: ConditionNode = {
  kind: 'compare',
  property: 'status',
  comparison: 'eq',
  value: 'published',
};
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

  it('matches all members of an alternative, and one of the alternatives', () => {
    const both = where<Post>({ status: 'published', userId: 3 });
    expect(both).toEqual({ kind: 'and', conditions: [published, compare('eq', 3)] });
    expect(where<Post>({ status: 'published' }, { userId: 3 })).toEqual({
      kind: 'or',
      conditions: [published, compare('eq', 3)],
    });
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

  it('combines conditions', () => {
    const condition = where<Post>({ status: 'published' });
    expect(and(condition, everything())).toEqual({
      kind: 'and',
      conditions: [published, { kind: 'everything' }],
    });
    expect(or(condition, nothing())).toEqual({
      kind: 'or',
      conditions: [published, { kind: 'nothing' }],
    });
    expect(not(condition)).toEqual({ kind: 'not', condition: published });
  });

  it('follows relations and morphs', () => {
    expect(exists<Post, 'tags'>('tags')).toEqual({
      kind: 'exists',
      relation: 'tags',
      condition: { kind: 'everything' },
    });
    expect(visibleThrough('commentable')).toEqual({ kind: 'visible', through: 'commentable' });
    expect(presentThrough('commentable')).toEqual({ kind: 'present', through: 'commentable' });
  });

  it('keeps the values in sql apart from its SQL', () => {
    const evil = "'; drop table posts; --";
    expect(sql`lower(${column('title')}) = ${evil}`).toEqual({
      kind: 'sql',
      parts: ['lower(', ') = ', ''],
      values: [new ColumnReference('title'), evil],
    });
  });
});

describe('null among the values of a condition', () => {
  it('is compared separately, since no list of SQL contains it', () => {
    const isNull = { kind: 'compare', property: 'age', comparison: 'eq', value: null };
    expect(where<{ age: number | null }>({ age: [1, null] })).toEqual({
      kind: 'or',
      conditions: [isNull, { kind: 'compare', property: 'age', comparison: 'in', value: [1] }],
    });
  });

  it('throws in comparisons of order', () => {
    expect(() => where<{ age: number | null }>({ age: gt(null as never) })).toThrow(
      'orders age by null',
    );
  });
});

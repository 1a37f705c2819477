import fc from 'fast-check';
import type { ResolvedCondition } from '../../../src/pipeline/authorization/resolved-condition.js';
import type { Comparison } from '../../../src/definition/contracts/condition.js';
import type { DialectName } from '../../../src/database/connection/database.js';
import { dialects, type Dialect } from '../../../src/database/engines/dialects.js';
import { conditionSql } from '../../../src/database/sql/parts/condition-sql.js';
import type { Join } from '../../../src/registry/resources/compiled-resource.js';
import { columnOf, tableOf } from './columns.js';
import { examples } from '../../support/examples.js';

const names: readonly DialectName[] = ['sqlite', 'postgres', 'mariadb'];
const id = columnOf('id', 'integer');
const slug = columnOf('slug', 'text');
const flag = columnOf('flag', 'boolean');
const at = columnOf('at', 'datetime');
const type = columnOf('owner_type', 'text');
const owner = columnOf('owner_id', 'text');
const posts = tableOf('posts', id, slug);
const links = tableOf('links', columnOf('post_id', 'integer'), owner, type);

const compare = (column: typeof id, comparison: Comparison, value: unknown): ResolvedCondition => ({
  kind: 'compare',
  column,
  comparison,
  value,
});
const related = (join: Join, condition: ResolvedCondition): ResolvedCondition => ({
  kind: 'related',
  join,
  table: posts,
  condition,
});
const morph = { column: type, value: "o'ne" };
const there: Join = { keyOn: 'related', column: owner, source: id, type: morph };
const pivot: Join = {
  keyOn: 'pivot',
  table: links,
  parent: owner,
  related: id,
  source: id,
  target: id,
  type: morph,
};

/** Conditions with their values in the order of the SQL. */
const cases: readonly (readonly [ResolvedCondition, readonly unknown[]])[] = [
  [{ kind: 'everything' }, []],
  [{ kind: 'nothing' }, []],
  [compare(id, 'eq', 1), [1]],
  [compare(id, 'eq', null), []],
  [compare(id, 'ne', null), []],
  [compare(id, 'ne', 2), [2]],
  [compare(slug, 'gte', 'a'), ['a']],
  [{ kind: 'and', conditions: [compare(id, 'gt', 1), compare(slug, 'lt', 'b')] }, [1, 'b']],
  [
    {
      kind: 'or',
      conditions: [compare(id, 'lte', 1), { kind: 'not', condition: compare(slug, 'eq', 'b') }],
    },
    [1, 'b'],
  ],
  [related(there, compare(slug, 'eq', 'c')), ['c']],
  [related(pivot, related(there, compare(id, 'eq', 3))), [3]],
  [{ kind: 'holds', column: slug, place: 'anywhere', text: 'É' }, ['%é%']],
  [{ ...related(there, compare(slug, 'eq', 'd')), atLeast: 3 } as ResolvedCondition, ['d', 3]],
  [
    {
      kind: 'sql',
      parts: ['lower(', ') = ', ' or ', ''],
      values: [{ column: slug }, { value: 'a' }, { value: 'b' }],
    },
    ['a', 'b'],
  ],
];

const textOf = (condition: ResolvedCondition, dialect: Dialect): string =>
  conditionSql(condition, dialect).sql('t');
const cacheKeyOf = (condition: ResolvedCondition, dialect: Dialect): string =>
  conditionSql(condition, dialect).key;

const placeholders = (text: string): number =>
  text.replaceAll(/'(?:[^']|'')*'/g, '').split('?').length - 1;

describe.each(names)('A condition on %s', (name) => {
  const dialect = dialects[name];

  it.each(cases)('binds as many values as its SQL has placeholders: %j', (condition, values) => {
    const sql = conditionSql(condition, dialect);
    expect(sql.values).toEqual(values);
    expect(placeholders(sql.sql('t'))).toBe(values.length);
  });

  it('has no value in its SQL, except for the literal of a morph, which is quoted', () => {
    const dropping = compare(slug, 'eq', "'; drop table posts; --");
    const text = textOf(related(there, dropping), dialect);
    expect(text).toContain("= 'o''ne'");
    expect(text).not.toContain('drop');
  });

  it('has the same SQL for the start of a string as for a part of it: only the value differs', () => {
    const start: ResolvedCondition = { kind: 'holds', column: slug, place: 'start', text: 'ΣΑΣ' };
    expect(conditionSql(start, dialect).values).toEqual(['σασ%']);
    const anywhere: ResolvedCondition = { ...start, place: 'anywhere' };
    expect(textOf(start, dialect)).toBe(textOf(anywhere, dialect));
    expect(cacheKeyOf(start, dialect)).toBe(cacheKeyOf(anywhere, dialect));
  });

  it('binds a list of any length as one value', () => {
    for (const list of [[], [1], [1, 2, 3]]) {
      const sql = conditionSql(compare(id, 'in', list), dialect);
      expect(sql.values).toHaveLength(1);
      expect(placeholders(sql.sql('t'))).toBe(1);
    }
  });

  it('brackets what it joins', () => {
    const either: ResolvedCondition = {
      kind: 'or',
      conditions: [compare(id, 'eq', 1), compare(id, 'eq', 2)],
    };
    expect(
      textOf({ kind: 'and', conditions: [either, compare(slug, 'eq', null)] }, dialect),
    ).toMatch(/^\(\(.* or .*\) and .* is null\)$/);
    const raw: ResolvedCondition = { kind: 'sql', parts: ['a or b'], values: [] };
    expect(textOf(raw, dialect)).toBe('(a or b)');
    expect(textOf({ kind: 'not', condition: either }, dialect)).toMatch(
      /^\(\(.* or .*\)\) is not true$/,
    );
  });

  it('quotes names', () => {
    const odd = columnOf('a"b`c', 'text');
    expect(textOf(compare(odd, 'eq', 1), dialect)).toContain(dialect.quote('a"b`c'));
    expect(dialect.quote('a"b`c')).toMatch(/^(`a"b``c`|"a""b`c")$/);
  });
});

describe('A list', () => {
  const bound = (name: DialectName, column: typeof id, ...values: unknown[]) =>
    dialects[name].bindList(values, column);

  it('contains keys by their type, and null as null', () => {
    expect([bound('sqlite', id, '1', null), bound('mariadb', id, '1', null)]).toEqual([
      '[1,null]',
      '[1,null]',
    ]);
    expect([bound('sqlite', slug, 1, null), bound('mariadb', slug, 1, null)]).toEqual([
      '["1",null]',
      '["1",null]',
    ]);
    expect([bound('postgres', id, '1', null), bound('postgres', slug, 1, null)]).toEqual([
      [1, null],
      ['1', null],
    ]);
  });

  it('contains booleans and instants in the form of the columns', () => {
    const instant = new Date('2024-02-08T02:16:20.007Z');
    for (const name of ['sqlite', 'mariadb'] as const) {
      expect(bound(name, flag, true, false)).toBe('[1,0]');
      expect(bound(name, at, instant)).toBe('["2024-02-08 02:16:20.007"]');
    }
    expect(bound('postgres', flag, true)).toEqual([true]);
    expect(bound('postgres', at, instant)).toEqual([instant]);
  });
});

describe('The key of a condition', () => {
  const different: readonly ResolvedCondition[] = [
    ...cases.map(([condition]) => condition),
    compare(id, 'in', [1]),
    compare(id, 'nin', [1]),
    compare(id, 'gt', 1),
    compare(slug, 'eq', 1),
    related(there, compare(slug, 'eq', null)),
    related({ ...there, type: null }, compare(slug, 'eq', 'c')),
    related({ ...there, type: { column: type, value: 'two' } }, compare(slug, 'eq', 'c')),
    related(pivot, compare(slug, 'eq', 'c')),
    { kind: 'or', conditions: [compare(id, 'gt', 1), compare(slug, 'lt', 'b')] },
    {
      kind: 'sql',
      parts: ['lower(', ') = ', ' or ', ''],
      values: [{ column: id }, { value: 'a' }, { value: 'b' }],
    },
  ];

  it('differs if the SQL differs', () => {
    for (const dialect of Object.values(dialects)) {
      const texts = new Map(
        different.map((condition) => [cacheKeyOf(condition, dialect), textOf(condition, dialect)]),
      );
      expect(texts.size).toBe(different.length);
      expect(new Set(texts.values()).size).toBe(different.length);
    }
  });

  it.each(names)('is the same for any values, on %s', (name) => {
    const key = (condition: ResolvedCondition) => cacheKeyOf(condition, dialects[name]);
    expect(key(compare(slug, 'eq', 'a'))).toBe(key(compare(slug, 'eq', 'b')));
    expect(key(compare(id, 'in', [1]))).toBe(key(compare(id, 'in', [1, 2])));
    expect(key(compare(slug, 'eq', 'a'))).not.toBe(key(compare(slug, 'eq', null)));
  });
});

/** Conditions of few columns and values, so that keys repeat. */
const { condition: anyCondition } = fc.letrec<{ condition: ResolvedCondition }>((tie) => {
  const lists = fc.array(tie('condition'), { minLength: 1, maxLength: 3 });
  const column = fc.constantFrom(id, slug, flag);
  return {
    condition: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<ResolvedCondition>({ kind: 'everything' }, { kind: 'nothing' }),
      fc
        .tuple(
          column,
          fc.constantFrom<Comparison>('eq', 'ne', 'gt', 'lte'),
          fc.constantFrom(1, 'a?'),
        )
        .map((parts) => compare(...parts)),
      fc
        .tuple(column, fc.constantFrom<Comparison>('eq', 'ne'))
        .map((parts) => compare(...parts, null)),
      fc
        .tuple(column, fc.constantFrom<Comparison>('in', 'nin'))
        .map((parts) => compare(...parts, [1, 2])),
      fc
        .constantFrom('a', 'É', 'k')
        .map((text) => ({ kind: 'holds', column: slug, place: 'start', text }) as const),
      fc.record({ kind: fc.constantFrom('and', 'or'), conditions: lists }),
      tie('condition').map((condition) => ({ kind: 'not', condition }) as const),
      fc
        .tuple(fc.constantFrom(there, pivot), tie('condition'), fc.constantFrom(undefined, 2))
        .map(([join, inner, atLeast]) => ({ ...related(join, inner), atLeast })),
    ),
  };
});

describe.each(names)('Generated conditions on %s', (name) => {
  const dialect = dialects[name];

  it('bind one value per placeholder, and have equal SQL if their keys are equal', () => {
    const texts = new Map<string, string>();
    fc.assert(
      fc.property(anyCondition, (condition) => {
        const { key, values, sql: text } = conditionSql(condition, dialect);
        const built = text('t');
        expect(placeholders(built)).toBe(values.length);
        expect(texts.get(key) ?? built).toBe(built);
        texts.set(key, built);
      }),
      examples(1_000),
    );
    expect(texts.size).toBeLessThan(900);
  });
});

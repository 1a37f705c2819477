import type { ResolvedCondition } from '../../../src/authorization/resolved-condition.js';
import type { Comparison } from '../../../src/definition/condition.js';
import type { DialectName } from '../../../src/execution/database/database.js';
import { dialects } from '../../../src/execution/dialects/index.js';
import {
  conditionShape,
  conditionText,
  conditionValues,
} from '../../../src/execution/statements/condition-text.js';
import type { Join } from '../../../src/registry/compiled-resource.js';
import { columnOf, tableOf } from './columns.js';

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
const there: Join = { lies: 'there', column: owner, source: id, type: morph };
const pivot: Join = {
  lies: 'pivot',
  table: links,
  parent: owner,
  related: id,
  source: id,
  target: id,
  type: morph,
};

/** Conditions with their values in the order of the text. */
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

const placeholders = (text: string): number =>
  text.replaceAll(/'(?:[^']|'')*'/g, '').split('?').length - 1;

describe.each(names)('A condition on %s', (name) => {
  const dialect = dialects[name];

  it.each(cases)('binds as many values as its text has places: %j', (condition, values) => {
    expect(conditionValues(condition, dialect)).toEqual(values);
    expect(placeholders(conditionText(condition, 't', dialect))).toBe(values.length);
  });

  it('never holds a value in its text, but for the literal of a morph, which is quoted', () => {
    const text = conditionText(
      related(there, compare(slug, 'eq', "'; drop table posts; --")),
      't',
      dialect,
    );
    expect(text).toContain("= 'o''ne'");
    expect(text).not.toContain('drop');
  });

  it('looks for the start of a text as for a piece of it: only the value differs', () => {
    const start: ResolvedCondition = { kind: 'holds', column: slug, place: 'start', text: 'ΣΑΣ' };
    expect(conditionValues(start, dialect)).toEqual(['σασ%']);
    const anywhere: ResolvedCondition = { ...start, place: 'anywhere' };
    expect(conditionText(start, 't', dialect)).toBe(conditionText(anywhere, 't', dialect));
    expect(conditionShape(start)).toBe(conditionShape(anywhere));
  });

  it('binds a list as one value, however long it is', () => {
    for (const list of [[], [1], [1, 2, 3]]) {
      const condition = compare(id, 'in', list);
      expect(conditionValues(condition, dialect)).toHaveLength(1);
      expect(placeholders(conditionText(condition, 't', dialect))).toBe(1);
    }
  });

  it('brackets what it joins', () => {
    const either: ResolvedCondition = {
      kind: 'or',
      conditions: [compare(id, 'eq', 1), compare(id, 'eq', 2)],
    };
    expect(
      conditionText({ kind: 'and', conditions: [either, compare(slug, 'eq', null)] }, 't', dialect),
    ).toMatch(/^\(\(.* or .*\) and .* is null\)$/);
    const raw: ResolvedCondition = { kind: 'sql', parts: ['a or b'], values: [] };
    expect(conditionText(raw, 't', dialect)).toBe('(a or b)');
    expect(conditionText({ kind: 'not', condition: either }, 't', dialect)).toMatch(
      /^\(\(.* or .*\)\) is not true$/,
    );
  });

  it('quotes names', () => {
    const odd = columnOf('a"b`c', 'text');
    expect(conditionText(compare(odd, 'eq', 1), 't', dialect)).toContain(dialect.quote('a"b`c'));
    expect(dialect.quote('a"b`c')).toMatch(/^(`a"b``c`|"a""b`c")$/);
  });
});

describe('A list', () => {
  const bound = (name: DialectName, column: typeof id, ...values: unknown[]) =>
    dialects[name].bindList(values, column);

  it('holds keys by their type, and null as null', () => {
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

  it('holds booleans and instants as the columns hold them', () => {
    const instant = new Date('2024-02-08T02:16:20.007Z');
    for (const name of ['sqlite', 'mariadb'] as const) {
      expect(bound(name, flag, true, false)).toBe('[1,0]');
      expect(bound(name, at, instant)).toBe('["2024-02-08 02:16:20.007"]');
    }
    expect(bound('postgres', flag, true)).toEqual([true]);
    expect(bound('postgres', at, instant)).toEqual([instant]);
  });
});

describe('The shape of a condition', () => {
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

  it('is another wherever the text is another', () => {
    for (const dialect of Object.values(dialects)) {
      const texts = new Map(
        different.map((condition) => [
          conditionShape(condition),
          conditionText(condition, 't', dialect),
        ]),
      );
      expect(texts.size).toBe(different.length);
      expect(new Set(texts.values()).size).toBe(different.length);
    }
  });

  it('is the same whatever the values are', () => {
    expect(conditionShape(compare(slug, 'eq', 'a'))).toBe(conditionShape(compare(slug, 'eq', 'b')));
    expect(conditionShape(compare(id, 'in', [1]))).toBe(conditionShape(compare(id, 'in', [1, 2])));
    expect(conditionShape(compare(slug, 'eq', 'a'))).not.toBe(
      conditionShape(compare(slug, 'eq', null)),
    );
  });
});

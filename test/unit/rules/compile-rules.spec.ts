import { compileRules } from '../../../src/rules/check/compile-rules.js';
import { check, contextIn, errorsOf, ruleSet } from './rule-set.js';

describe('The rules of a field', () => {
  it.each([
    [['integer', 'max:5'], 6],
    [['string', 'max:5'], 'abcdef'],
    [['numeric', 'between:1,5', 'multiple_of:2'], 7],
    [['required', 'email', 'max:5', 'starts_with:b'], 'ann@example.com'],
  ])('measure alike in any order: %j', async (rules, value) => {
    const texts = [rules, [...rules].reverse()].map(async (x) =>
      ((await errorsOf({ x }, { x: value })).x ?? []).toSorted(),
    );
    const [written, reversed] = await Promise.all(texts);
    expect(written!.length).toBeGreaterThan(0);
    expect(reversed).toEqual(written);
  });

  it('are all reported, except those that measure a value of the wrong type', async () => {
    const rules = { x: ['string', 'min:5', 'alpha', 'starts_with:b'] };
    expect((await errorsOf(rules, { x: 'a1' })).x).toHaveLength(3);
    expect(await errorsOf(rules, { x: 5 })).toEqual({ x: ['The x field must be a string.'] });
  });

  it('cost a promise only if one of them looks something up', () => {
    const rules = ruleSet({ x: ['string', 'max:5'], mail: ['unique:users,email'] });
    expect(rules.check({ x: 'abc' }, contextIn())).toEqual({ values: { x: 'abc' }, errors: {} });
    expect(rules.check({ mail: 'ann@example.com' }, contextIn())).toBeInstanceOf(Promise);
  });

  it('stop at the first error with bail', async () => {
    const rules = { x: ['bail', 'string', 'min:5', 'alpha', 'regex:^b'] };
    expect((await errorsOf(rules, { x: 'a1' })).x).toHaveLength(1);
  });

  it('report that a field is required, and then nothing else of it', async () => {
    expect(await errorsOf({ x: ['required', 'email', 'min:3'] }, { x: '' })).toEqual({
      x: ['The x field is required.'],
    });
  });

  it('require nothing of an absent field but its presence', async () => {
    expect(await errorsOf({ x: ['string', 'email', 'min:3', 'confirmed', 'unique'] }, {})).toEqual(
      {},
    );
  });

  it('accept null if the field is nullable, and reject it once if it is not', async () => {
    expect(await errorsOf({ x: ['nullable', 'string', 'min:3', 'unique'] }, { x: null })).toEqual(
      {},
    );
    expect(await errorsOf({ x: ['min:3', 'string', 'email'] }, { x: null })).toEqual({
      x: ['The x field must be a string.'],
    });
    expect(await errorsOf({ x: ['nullable', 'required'] }, { x: null })).toEqual({
      x: ['The x field is required.'],
    });
    expect(await errorsOf({ x: ['present'] }, { x: null })).toEqual({});
  });

  it('require nothing of a field with sometimes until it is sent', async () => {
    expect(await errorsOf({ x: ['sometimes', 'required'] }, {})).toEqual({});
    expect(await errorsOf({ x: ['sometimes', 'required'] }, { x: '' })).toEqual({
      x: ['The x field is required.'],
    });
  });

  it('treat an empty string as a string, except for presence', async () => {
    expect(await errorsOf({ x: ['string'] }, { x: '' })).toEqual({});
    expect(await errorsOf({ x: ['nullable', 'email'] }, { x: '' })).toEqual({
      x: ['The x field must be a valid email address.'],
    });
  });

  it('measure by the declared type of the field if no rule sets it', async () => {
    const rules = compileRules({ x: { rules: ['max:5'], kind: 'number' } });
    expect((await rules.check({ x: '5.01' }, contextIn())).errors).toEqual({
      x: ['The x field must not be greater than 5.'],
    });
    expect((await rules.check({ x: '4.99' }, contextIn())).errors).toEqual({});
    expect(await errorsOf({ x: ['max:5'] }, { x: '5.01' })).toEqual({});
  });

  it('find numbers that are stored as strings in a list', async () => {
    const rules = compileRules({ x: { rules: ['in:0.9,1.5'], kind: 'number' } });
    expect((await rules.check({ x: '0.90' }, contextIn())).errors).toEqual({});
    expect(Object.keys((await rules.check({ x: '0.91' }, contextIn())).errors)).toEqual(['x']);
  });

  it('compare numbers that are stored as strings digit by digit', async () => {
    const rules = compileRules({ x: { rules: ['max:9007199254740992'], kind: 'number' } });
    expect((await rules.check({ x: '9007199254740992' }, contextIn())).errors).toEqual({});
    expect(Object.keys((await rules.check({ x: '9007199254740993' }, contextIn())).errors)).toEqual(
      ['x'],
    );
  });

  it('are all reported at once if one of them does not exist', () => {
    expect(() => ruleSet({ x: ['requird'] })).toThrow(
      'x: there is no rule "requird": write "required".',
    );
  });
});

describe('A valid value', () => {
  it('is returned as the rules read it (C1.6)', async () => {
    const { values, errors } = await check(
      {
        at: ['date'],
        day: ['date_format:d.m.Y', 'after:2000-01-01'],
        mail: ['email'],
        terms: ['accepted'],
        no: ['declined'],
      },
      {
        at: '2024-02-29T10:00+02:00',
        day: '29.02.2024',
        mail: 'Ann@Example.COM',
        terms: 'yes',
        no: 0,
        more: { a: 1 },
      },
    );
    expect(errors).toEqual({});
    expect(values).toEqual({
      at: new Date('2024-02-29T08:00:00Z'),
      day: new Date('2024-02-29T00:00:00Z'),
      mail: 'ann@example.com',
      terms: true,
      no: false,
      more: { a: 1 },
    });
  });

  it('is a copy: the input stays unchanged', async () => {
    const given = { lines: [{ at: '2024-01-01' }, { at: '2024-01-02' }], rest: [1] };
    const { values } = await check({ 'lines.*.at': ['date'] }, given);
    expect(values).toEqual({
      lines: [{ at: new Date('2024-01-01') }, { at: new Date('2024-01-02') }],
      rest: [1],
    });
    expect(given.lines[0]).toEqual({ at: '2024-01-01' });
  });

  it.each([
    ['exclude', {}, true],
    ['exclude_if:a,1', { a: 1 }, true],
    ['exclude_if:a,1', { a: 2 }, false],
    ['exclude_unless:a,1', { a: 2 }, true],
    ['exclude_unless:a,1', { a: 1 }, false],
    ['exclude_with:a,b', { b: 1 }, true],
    ['exclude_with:a,b', { b: null }, false],
    ['exclude_without:a', {}, true],
    ['exclude_without:a', { a: 1 }, false],
  ])('is omitted if a rule excludes it: %s beside %j', async (rule, siblings, isOut) => {
    const { values, errors } = await check({ x: [rule, 'integer'] }, { ...siblings, x: 'text' });
    expect('x' in values).toBe(!isOut);
    expect(errors).toEqual(isOut ? {} : { x: ['The x field must be an integer.'] });
  });

  it('is omitted with everything inside it, which is not validated', async () => {
    const { values, errors } = await check(
      { x: ['exclude'], 'x.a': ['required'] },
      { x: { a: '' }, y: 1 },
    );
    expect([values, errors]).toEqual([{ y: 1 }, {}]);
  });
});

describe('A nested field', () => {
  it('is reported at its place', async () => {
    const rules = {
      lines: ['required', 'array'],
      'lines.*.qty': ['required', 'integer', 'min:2'],
      'a.b': ['string'],
    };
    expect(await errorsOf(rules, { lines: [{ qty: 1 }, { qty: 2 }, {}, 5], a: { b: 1 } })).toEqual({
      'lines.0.qty': ['The lines.0.qty field must be at least 2.'],
      'lines.2.qty': ['The lines.2.qty field is required.'],
      'lines.3': ['The lines.3 field must be an object.'],
      'a.b': ['The a.b field must be a string.'],
    });
  });

  it('is in a list or an object, whether or not a rule declares it', async () => {
    const rules = { 'tags.*': ['string'], 'a.b': ['string'] };
    expect(await errorsOf(rules, { tags: { 0: 1 }, a: ['x'] })).toEqual({
      tags: ['The tags field must be a list.'],
      a: ['The a field must be an object.'],
    });
    expect(await errorsOf(rules, { tags: 'x', a: null })).toEqual({
      tags: ['The tags field must be a list.'],
      a: ['The a field must be an object.'],
    });
    expect(await errorsOf(rules, {})).toEqual({});
  });

  it('makes its parent as required as it is, unless the parent has rules of its own', async () => {
    expect(await errorsOf({ 'a.b': ['required'] }, {})).toEqual({
      'a.b': ['The a.b field is required.'],
    });
    expect(await errorsOf({ a: ['nullable'], 'a.b': ['required'] }, {})).toEqual({});
    expect(await errorsOf({ a: ['nullable'], 'a.b': ['required'] }, { a: null })).toEqual({});
    expect(await errorsOf({ a: ['nullable'], 'a.b': ['required'] }, { a: {} })).toEqual({
      'a.b': ['The a.b field is required.'],
    });
  });

  it('reads the siblings of its own item', async () => {
    const rules = {
      'lines.*.a': ['integer'],
      'lines.*.b': ['required_with:lines.*.a', 'gt:lines.*.a'],
    };
    expect(
      await errorsOf(rules, { lines: [{ a: 1 }, { a: 1, b: 2 }, { a: 3, b: 2 }, {}] }),
    ).toEqual({
      'lines.0.b': ['The lines.0.b field is required when lines.*.a is given.'],
      'lines.2.b': ['The lines.2.b field must be greater than lines.*.a.'],
    });
  });

  it('is distinct among all items', async () => {
    expect(await errorsOf({ 'tags.*': ['distinct'] }, { tags: ['a', 'b', 'a'] })).toEqual({
      'tags.0': ['The tags.0 field has a duplicate value.'],
      'tags.2': ['The tags.2 field has a duplicate value.'],
    });
  });

  it('is neither a member that an object inherits, nor the length of a list', async () => {
    const rules = {
      __proto__x: ['missing'],
      'a.constructor': ['missing'],
      'a.toString': ['missing'],
      'l.length': ['missing'],
    };
    expect(await errorsOf(rules, { a: {}, l: [] })).toEqual({
      l: ['The l field must be an object.'],
    });
  });
});

describe('Only some fields', () => {
  it('are validated if they are named, beside the values of all (C4.1)', async () => {
    const rules = ruleSet({
      a: ['required'],
      b: ['required_with:c', 'same:c'],
      'd.e': ['required'],
    });
    const outcome = await rules.check({ b: 1, c: 2 }, contextIn(), new Set(['b']));
    expect(outcome.errors).toEqual({ b: ['The b field must match c.'] });
  });

  it('include their nested fields', async () => {
    const rules = ruleSet({ a: ['object'], 'a.b': ['string'], 'l.*': ['string'] });
    const values = { a: { b: 1 }, l: [1] };
    expect(Object.keys((await rules.check(values, contextIn(), new Set(['a']))).errors)).toEqual([
      'a.b',
    ]);
    expect(
      Object.keys((await rules.check({ l: 5 }, contextIn(), new Set(['l.*']))).errors),
    ).toEqual(['l']);
  });

  it('are named by the set', () => {
    expect(ruleSet({ 'a.b': ['string'], c: [] }).fields).toEqual(['a.b', 'c']);
  });
});

describe('A value that cannot be stored', () => {
  it.each(['a\0b', '\ud800', 'a\udc00', ['x', { y: '\0' }], { 'k\0': 1 }])(
    'is rejected under its field: %j (C1.7)',
    async (x) => {
      const text =
        'The x field must not contain NUL characters or lone surrogates, or be nested too deeply.';
      expect(await errorsOf({ x: ['string', 'max:1'] }, { x })).toEqual({ x: [text] });
      expect(await errorsOf({}, { x })).toEqual({ x: [text] });
    },
  );

  it('is never a well-formed one', async () => {
    expect(await errorsOf({ x: ['string'] }, { x: '😀 \u0001 \uffff' })).toEqual({});
  });
});

describe('A lookup', () => {
  it('runs only if all other rules passed, with the value as the rules read it', async () => {
    const lookups: unknown[] = [];
    const ruleContext = contextIn();
    const isTaken = (_source: unknown, value: unknown) => Promise.resolve(lookups.push(value) > 5);
    const rules = ruleSet({ x: ['email', 'max:20', 'unique'] });
    for (const x of ['Ann@Example.com', 'no', `${'a'.repeat(20)}@example.com`])
      await rules.check({ x }, { ...ruleContext, rows: { ...ruleContext.rows, isTaken } });
    expect(lookups).toEqual(['ann@example.com']);
  });

  it('uses the column that the rule names', async () => {
    class User {
      email = '';
    }
    const sources: unknown[] = [];
    const rows = {
      isTaken: (source: unknown) => Promise.resolve(sources.push(source) < 0),
      isVisible: () => Promise.resolve(true),
    };
    const built = { name: 'unique', arguments: [() => User, 'email'] };
    await ruleSet({ x: ['unique', 'unique:users,email', built] }).check(
      { x: 'a' },
      { ...contextIn(), rows },
    );
    expect(sources).toEqual([
      { own: 'x' },
      { resource: 'users', field: 'email' },
      { entity: User, property: 'email' },
    ]);
  });

  it('runs once per value, and not without a limit', async () => {
    let count = 0;
    const rows = {
      isTaken: () => Promise.resolve(false),
      isVisible: () => Promise.resolve(++count > 0),
    };
    const rules = ruleSet({ 'ids.*': ['exists:users,id'] });
    const ids = Array.from({ length: 1000 }, (_none, index) => index % 2);
    expect((await rules.check({ ids }, { ...contextIn(), rows })).errors).toEqual({});
    expect(count).toBe(2);
    const many = Array.from({ length: 101 }, (_none, index) => index);
    expect(
      Object.keys((await rules.check({ ids: many }, { ...contextIn(), rows })).errors),
    ).toEqual(['ids.100']);
    expect(count).toBe(102);
  });
});

describe('Limits', () => {
  it('apply to lists whose items have rules', async () => {
    const rules = { 'l.*': ['integer'] };
    expect(await errorsOf(rules, { l: Array(1000).fill(1) })).toEqual({});
    expect(await errorsOf(rules, { l: Array(1001).fill(1) })).toEqual({
      l: ['The l field has too many values to check; the maximum is 1000.'],
    });
  });

  it('apply to the messages of a response', async () => {
    const errors = await errorsOf(
      { 'l.*.a': ['string'], 'l.*.b': ['string'] },
      { l: Array(1000).fill({ a: 1, b: 1 }) },
    );
    expect(Object.keys(errors)).toHaveLength(1000);
  });

  it('apply to every pattern', async () => {
    const rules = { x: ['regex:^(a+)+$'], y: ['not_regex:^(a|a)*$'] };
    const hostile = `${'a'.repeat(50)}!`;
    expect(Object.keys(await errorsOf(rules, { x: hostile, y: hostile }))).toEqual(['x', 'y']);
  });
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { compileSchema } from '../../../src/rules/schema/schema-of.js';
import { isStorable } from '../../../src/rules/values/unstorable.js';
import { contextIn, ruleSet, sourcesOf, type WrittenRules } from '../../unit/rules/rule-set.js';
import { ruleCases } from '../../unit/rules/rule-cases.js';
import { examples } from '../../support/examples.js';

/**
 * `format` is an annotation in this draft; without a precision Ajv does not accept a quotient above
 * 1e21 as an integer.
 */
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  validateFormats: false,
  multipleOfPrecision: 9,
  code: { optimize: false },
});

const isFile = (each: unknown) =>
  typeof each === 'object' && each !== null && each.constructor !== Object && !Array.isArray(each);

function isJson(each: unknown): boolean {
  return (
    typeof each !== 'symbol' &&
    JSON.stringify(each) === JSON.stringify(JSON.parse(JSON.stringify(each))) &&
    !isFile(each)
  );
}
/** One character more, fewer or different. */
const mutated = (text: unknown) =>
  fc
    .tuple(fc.nat(40), fc.constantFrom('', '0', 'a', 'Z', '-', ' ', '\n', 'é', '😀'))
    .map(([at, put]) => {
      const characters = [...String(text)];
      characters.splice(at % (characters.length + 1), 1, put);
      return characters.join('');
    });

/**
 * The accepted and rejected values of each rule in the table of cases, mutated, and anything else.
 */
const interesting = ruleCases
  .flatMap(({ accepts, refuses }) => [...accepts, ...refuses])
  .filter(isJson);
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...interesting) },
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(...interesting.filter((each) => typeof each === 'string')).chain(mutated),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ min: -5, max: 5, noNaN: true }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.array(fc.constantFrom('a', 'b', 'c', 1, null), { maxLength: 5 }),
);

/** Every description in a schema. */
function descriptionsIn(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return '';
  const { description } = schema as { description?: unknown };
  return [description, ...Object.values(schema).map(descriptionsIn)]
    .filter((text) => typeof text === 'string')
    .join();
}

/**
 * The place as a definition describes it: the index of an item and the unit of an unknown value
 * come later.
 */
const generic = (text: string): string =>
  text.replace(/\.\d+(?=\.| )/g, '.*').replace(/ (characters|items|members|kilobytes)\./g, '.');

/** Validates values by the rules and by their schema; created once for many values. */
function holder(rules: WrittenRules): (values: object) => Promise<void> {
  const { schema, exact } = compileSchema(sourcesOf(rules));
  const validate = ajv.compile(schema);
  const described = descriptionsIn(schema);
  const set = ruleSet(rules);
  return async (values) => {
    if (!isStorable(values)) return;
    const { errors } = await set.check(values as Readonly<Record<string, unknown>>, contextIn());
    const accepted = Object.keys(errors).length === 0;
    const matches = validate(JSON.parse(JSON.stringify(values)));
    if (accepted || exact)
      expect({ rules, values, matches }).toEqual({ rules, values, matches: accepted });
    if (!matches || accepted) return;
    const messages = Object.values(errors).flat().map(generic);
    expect({
      rules,
      values,
      unsaid: messages.some((text) => generic(described).includes(text)),
    }).toMatchObject({
      unsaid: true,
    });
  };
}

const cases = ruleCases.map((each) => ({ ...each, rules: [each.rule, ...(each.beside ?? [])] }));
const alone = cases.filter(({ siblings }) => !siblings).map(({ rules }) => rules);

describe('The values that a rule accepts', () => {
  it.each(cases)(
    'are accepted by its schema, and no others if the schema is exact: $rules',
    async ({ rules: [...x], siblings }) => {
      const holds = holder({ x });
      await fc.assert(
        fc.asyncProperty(value, (given) => holds({ ...siblings, x: given })),
        examples(100),
      );
    },
  );

  it('are accepted by the schema of several rules, nullable or not, sent or not', async () => {
    const flags = fc.constantFrom(
      [],
      ['nullable'],
      ['required'],
      ['nullable', 'required'],
      ['sometimes', 'required'],
      ['present'],
    );
    const rules = fc
      .tuple(fc.constantFrom(...alone), fc.constantFrom(...alone), flags)
      .map((lists) => [...new Set(lists.flat())]);
    await fc.assert(
      fc.asyncProperty(rules, fc.option(value), fc.boolean(), (x, given, isSent) =>
        holder({ x })(isSent ? { x: given } : {}),
      ),
      examples(500),
    );
  });

  it('are accepted by the schema of nested fields', async () => {
    const field = fc.constantFrom(...alone, ['nullable', 'string'], ['required']);
    const holding = fc.constantFrom(
      undefined,
      [],
      ['nullable'],
      ['required', 'array'],
      ['present'],
      ['sometimes', 'required'],
    );
    const line = fc.oneof(value, fc.record({ a: value, b: value }, { requiredKeys: [] }));
    const lines = fc.oneof(fc.array(line, { maxLength: 3 }), value);
    await fc.assert(
      fc.asyncProperty(
        field,
        field,
        field,
        holding,
        fc.record({ l: lines, o: line }, { requiredKeys: [] }),
        (a, b, c, l, values) =>
          holder({ ...(l && { l }), 'l.*.a': a, 'l.*.b': b, 'o.a': c })(values),
      ),
      examples(350),
    );
  });
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { builtInRules, ruleFamilies } from '../../../src/rules/catalogue.js';
import { describeRules } from '../../../scripts/docs/describe-rules.js';
import type { Wording } from '../../../src/rules/entries/rule-entry.js';
import { builtInLanguages, english } from '../../../src/rules/languages/languages.js';
import { compileSchema } from '../../../src/rules/schema/schema-of.js';
import {
  ruleCases,
  rulesOf,
  rulesWithoutRefusal,
  titled,
  valuesOf,
  type RuleCase,
} from './rule-cases.js';
import { errorsOf, sourcesOf } from './rule-set.js';

const nameOf = (rule: string): string => rule.split(':')[0]!;
/** One for all: creating it is slower than compiling a schema. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });

/** The result of the rule alone for a value. */
function partOf({ rule }: RuleCase) {
  const [name = '', ...rest] = rule.split(':');
  const { schema, parameter } = builtInRules.get(name)!;
  return (
    schema?.(parameter.read(rest.length > 0 ? rest.join(':') : null, []), null) ?? { exact: false }
  );
}

describe('The catalogue', () => {
  it('contains at least 75 rules, each of which is tested below', () => {
    const tried = new Set([...ruleCases.map(({ rule }) => nameOf(rule)), ...rulesWithoutRefusal]);
    expect([...builtInRules.keys()].filter((name) => !tried.has(name))).toEqual([]);
    expect(builtInRules.size).toBeGreaterThanOrEqual(75);
  });

  it('has the names of the compile-time types', () => {
    const types = readFileSync('src/rules/entries/rule-catalogue.ts', 'utf8');
    const [, members] = /interface RuleCatalogue \{(.+?)\n\}/s.exec(types)!;
    const names = [...members!.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
    expect([...builtInRules.keys()].sort()).toEqual(names.sort());
  });

  it('has each name once', () => {
    expect(Object.values(ruleFamilies).flat()).toHaveLength(builtInRules.size);
  });

  it.each([...builtInLanguages])(
    'has messages of exactly the rules that refuse values in the language %s, with the placeholders of English',
    (_language, texts) => {
      const refusing = [...builtInRules.values()].filter(
        ({ stage }) => stage !== 'flag' && stage !== 'exclusion',
      );
      const names = [...refusing.map(({ name }) => name), 'unstorable', 'too_many'];
      expect(Object.keys(texts)).toEqual(names);
      const placeholders = (wording: Wording) =>
        Object.entries(typeof wording === 'string' ? { other: wording } : wording).map(
          ([kind, text]) => [kind, [...new Set(text.match(/:[a-z_]+/g))].sort()],
        );
      for (const name of names)
        expect([name, placeholders(texts[name]!)]).toEqual([name, placeholders(english[name]!)]);
    },
  );

  it('matches docs/reference/rules.md (rewrite it by `npm run docs`)', () => {
    const page = readFileSync('docs/reference/rules.md', 'utf8');
    expect(page).toBe(describeRules(ruleFamilies));
  });
});

describe.each(titled)('$title', (each) => {
  it('accepts valid values', async () => {
    for (const value of each.accepts)
      expect(await errorsOf(rulesOf(each), valuesOf(each, value))).toEqual({});
  });

  it(`rejects the others: ${each.text}`, async () => {
    for (const value of each.refuses) {
      const { x } = await errorsOf(rulesOf(each), valuesOf(each, value));
      expect([value, x?.[0]]).toEqual([value, expect.any(String)]);
    }
  });

  it('has a message of its own', async () => {
    const [value] = each.refuses;
    expect(await errorsOf(rulesOf(each), valuesOf(each, value))).toEqual({ x: [each.text] });
  });

  it('has a schema that accepts the same values, and rejects the others if it is exact', () => {
    const { schema, exact } = compileSchema(sourcesOf(rulesOf(each)));
    const validate = ajv.compile(schema);
    const matches = (value: unknown) => validate(JSON.parse(JSON.stringify(valuesOf(each, value))));
    for (const value of each.accepts) expect([value, matches(value)]).toEqual([value, true]);
    if (exact)
      for (const value of each.refuses) expect([value, matches(value)]).toEqual([value, false]);
  });

  it('describes in the words of the error what its schema does not describe, and nothing else', () => {
    const { schema } = compileSchema(sourcesOf(rulesOf(each)));
    const validate = ajv.compile(schema);
    const passes = (value: unknown) => validate(JSON.parse(JSON.stringify(valuesOf(each, value))));
    const { description = '' } = (schema.properties as Record<string, { description?: string }>).x!;
    const isUncovered = each.refuses.some((value) => passes(value));
    if (isUncovered) expect(description).toContain(each.text);
    else if (partOf(each).exact) expect(description).not.toContain(each.text);
  });
});

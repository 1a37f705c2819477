import { Ajv2020 } from 'ajv/dist/2020.js';
import { clientSchema } from '../../../src/addons/tools/schemas/client-schema.js';
import type { JsonSchema } from '../../../src/base/json-schema.js';
import { compileSchema } from '../../../src/rules/schema/schema-of.js';
import { faultsOfSchema } from '../../support/document/tool-schemas.js';
import { ABSENT, rulesOf, titled, type RuleCase } from '../rules/rule-cases.js';
import { sourcesOf } from '../rules/rule-set.js';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** One for all: creating it is slower than compiling a schema. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });

/** The schema of `x` for tools. */
function published(each: RuleCase) {
  const { schema, exact } = compileSchema(sourcesOf(rulesOf(each)));
  const { x } = schema.properties as { readonly x: JsonSchema };
  return { x: clientSchema(x), exact: exact && !schema.required };
}

describe.each(titled)('The schema for tools of $title', (each) => {
  it('is one that strict clients take, with null, too', () => {
    expect(faultsOfSchema(published(each).x)).toEqual([]);
    const orNull = { ...each, beside: [...(each.beside ?? []), 'nullable'] };
    expect(faultsOfSchema(published(orNull).x)).toEqual([]);
  });

  it('accepts the same values, and rejects the others if it is exact', () => {
    const { x, exact } = published(each);
    const validate = ajv.compile(x);
    const matches = (value: unknown) => value === ABSENT || validate(asJson(value));
    for (const value of each.accepts) expect([value, matches(value)]).toEqual([value, true]);
    if (exact)
      for (const value of each.refuses) expect([value, matches(value)]).toEqual([value, false]);
  });
});

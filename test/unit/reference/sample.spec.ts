import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sampleOf } from '../../../src/addons/reference/openapi/payloads/sample.js';
import { schemaOf } from '../../../src/rules/schema/schema-of.js';
import { ruleCases } from '../rules/rule-cases.js';

const ajv = addFormats.default(new Ajv2020({ strict: false }));

describe('A sample by rules', () => {
  const rules = ruleCases.map(
    ({ rule, beside = [] }) => [['required', ...beside, rule].join('|')] as const,
  );

  it.each(rules)('is valid or absent for %s', (text) => {
    const schema = schemaOf({ x: { rules: text.split('|') as never } });
    const sample = sampleOf(schema);
    expect(sample === undefined || ajv.validate(schema, sample) || [sample, schema]).toBe(true);
  });

  it('exists for most rules', () => {
    const found = rules.filter(
      ([text]) => sampleOf(schemaOf({ x: { rules: text.split('|') as never } })) !== undefined,
    );
    expect(found.length).toBeGreaterThan(rules.length / 2);
  });

  it('shows optional members, and omits those that it cannot show', () => {
    const pattern = { type: 'string', pattern: '^x+$' };
    const properties = { a: { type: 'integer', minimum: 3 }, b: pattern };
    expect(sampleOf({ type: 'object', properties })).toEqual({ a: 3 });
    expect(sampleOf({ type: 'object', properties, required: ['b'] })).toBeUndefined();
    expect(sampleOf({ title: 'Anything' })).toEqual({});
  });
});

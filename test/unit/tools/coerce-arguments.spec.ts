import { coerceArguments } from '../../../src/modules/tools/arguments/coerce-arguments.js';
import { verifyNames } from '../../../src/modules/tools/arguments/verify-names.js';
import type { JsonSchema } from '../../../src/rules/json-schema.js';

const form = (key: string, value: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { key: { type: 'string', enum: [key] }, value },
  additionalProperties: false,
});

const schema: JsonSchema = {
  type: 'object',
  properties: {
    filters: {
      type: 'array',
      items: { anyOf: [form('text', { type: 'string' }), form('count', { type: 'integer' })] },
    },
    keys: {
      type: 'array',
      items: {
        anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'object', properties: { id: { type: 'integer' } } }],
      },
    },
    open: { anyOf: [{ type: 'string' }, { type: 'object' }] },
  },
  additionalProperties: false,
};

describe('Arguments of a schema with alternatives', () => {
  it.each([
    [{ filters: '[{"key":"count","value":"5"}]' }, { filters: [{ key: 'count', value: 5 }] }],
    [{ filters: [{ key: 'text', value: '5' }] }, { filters: [{ key: 'text', value: '5' }] }],
    [{ filters: [{ key: 'none', value: '5' }] }, { filters: [{ key: 'none', value: '5' }] }],
    [{ keys: ['5', { id: '5' }] }, { keys: ['5', { id: 5 }] }],
    [{ open: '{"a":1}' }, { open: '{"a":1}' }],
  ])('mcp: are read by the one that is meant: %j', (given, read) => {
    expect(coerceArguments(schema, given)).toEqual(read);
  });

  it('mcp: have the names of the one that is meant', () => {
    const refused = (args: object) => () => verifyNames(schema, args as Record<string, unknown>);
    expect(refused({ filters: [{ key: 'text', valu: 5 }] })).toThrow(
      expect.objectContaining({ errors: { 'filters.0.valu': [expect.stringContaining('Did you mean "value"?')] } }),
    );
    for (const args of [{ filters: [{ key: 'none', valu: 5 }] }, { open: { any: 1 } }, { keys: [{ id: 1, more: 2 }] }])
      expect(refused(args)).not.toThrow();
    expect(refused({ opn: 1 })).toThrow('The given data was invalid.');
  });
});

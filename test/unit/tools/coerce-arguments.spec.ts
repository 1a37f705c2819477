import type { ErrorTexts, RequestError } from '../../../src/base/errors/index.js';
import { coerceArguments } from '../../../src/addons/tools/arguments/coerce-arguments.js';
import { verifyNames } from '../../../src/addons/tools/arguments/verify-names.js';
import type { JsonSchema } from '../../../src/base/json-schema.js';

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
        anyOf: [
          { type: 'integer' },
          { type: 'string' },
          { type: 'object', properties: { id: { type: 'integer' } } },
        ],
      },
    },
    open: { anyOf: [{ type: 'string' }, { type: 'object' }] },
  },
  additionalProperties: false,
};

/** The errors of the names of arguments, by the path of each. */
function faultsOf(given: object): ErrorTexts {
  try {
    verifyNames(schema, given as Record<string, unknown>);
    return {};
  } catch (error) {
    return (error as RequestError).errors!;
  }
}

describe('Arguments of a schema with alternatives', () => {
  it.each([
    [{ filters: '[{"key":"count","value":"5"}]' }, { filters: [{ key: 'count', value: 5 }] }],
    [{ filters: [{ key: 'text', value: '5' }] }, { filters: [{ key: 'text', value: '5' }] }],
    [{ filters: [{ key: 'none', value: '5' }] }, { filters: [{ key: 'none', value: '5' }] }],
    [{ keys: ['5', { id: '5' }] }, { keys: ['5', { id: 5 }] }],
    [{ open: '{"a":1}' }, { open: '{"a":1}' }],
  ])('are read by the intended one: %j (mcp)', (given, read) => {
    expect(coerceArguments(schema, given)).toEqual(read);
  });

  it.each([
    [{ filters: [{ key: 'text', value: 5 }] }, []],
    [{ filters: [{ key: 'text', valu: 5 }] }, ['filters.0.valu']],
    [
      {
        filters: [
          { key: 'text', value: 5 },
          { key: 'count', valu: 5, more: 1 },
        ],
      },
      ['filters.1.valu', 'filters.1.more'],
    ],
    // No alternative is intended: other checks report that none fits.
    [{ filters: [{ key: 'none', valu: 5 }] }, []],
    // These accept any name.
    [{ open: { any: 1 } }, []],
    [{ keys: [{ id: 1, more: 2 }] }, []],
    [{ opn: 1, keys: [1] }, ['opn']],
  ])('have the names of the intended one: %j (mcp)', (given, refused) => {
    expect(Object.keys(faultsOf(given))).toEqual(refused);
  });

  it('are reported with the names of the intended one (mcp)', () => {
    const { 'filters.0.valu': texts } = faultsOf({ filters: [{ key: 'text', valu: 5 }] });
    expect(texts).toEqual([expect.stringContaining('Did you mean "value"?')]);
  });
});

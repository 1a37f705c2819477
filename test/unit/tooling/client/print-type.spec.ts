import { runInNewContext } from 'node:vm';
import { literal, TypePrinter } from '../../../../src/tooling/client-generator/print-type.js';
import type { Schema } from '../../../../src/addons/reference/openapi/document/open-api.js';

const components: Readonly<Record<string, Schema>> = {
  '#/node': { type: 'object', properties: { next: { $ref: '#/node' } }, required: ['next'] },
  '#/title': { type: 'string' },
};
const print = (schema: Schema, direction: 'response' | 'body' = 'response') =>
  new TypePrinter((pointer) => components[pointer]!, direction).print(schema).replace(/\s+/g, ' ');

describe('A schema as a type', () => {
  it.each<[string, Schema]>([
    ['unknown', {}],
    ['unknown', { minLength: 1 }],
    ['never', { not: {} }],
    ['string', { type: 'string', format: 'email' }],
    ['string', { $ref: '#/title' }],
    ['number | null', { type: ['integer', 'null'] }],
    ["'a' | 'it\\'s' | null", { enum: ['a', "it's", null] }],
    ["'all'", { const: 'all' }],
    ['readonly (string | number)[]', { type: 'array', items: { type: ['string', 'integer'] } }],
    ['readonly (readonly unknown[])[]', { type: 'array', items: { type: 'array' } }],
    [
      "string | readonly 'a'[]",
      { anyOf: [{ type: 'string' }, { type: 'array', items: { const: 'a' } }] },
    ],
    ['unknown', { anyOf: [{ type: 'string' }, {}] }],
    ['{ readonly [name: string]: unknown }', { type: 'object' }],
    [
      '{ readonly [name: string]: number }',
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    ['Record<string, never>', { type: 'object', additionalProperties: false }],
    ['{ readonly next: unknown; }', { $ref: '#/node' }],
    [
      "{ /** Its *\u200b/ name. */ readonly 'first-name'?: string; readonly b: unknown; }",
      {
        type: 'object',
        required: ['b'],
        properties: { 'first-name': { type: 'string', description: 'Its */\nname.' } },
      },
    ],
    [
      '{ readonly a?: string; } & ({ readonly a: unknown; } | { readonly b: unknown; })',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
      },
    ],
  ])('is %s', (type, schema) => {
    expect(print(schema)).toBe(type);
  });

  it('accepts what JSON turns into strings, and files, in bodies only', () => {
    expect(print({ type: ['string', 'null'], format: 'date-time' }, 'body')).toBe(
      'string | Date | null',
    );
    expect(print({ type: 'string', format: 'date-time' })).toBe('string');
    expect(print({ type: 'string', format: 'binary' }, 'body')).toBe('Blob');
  });

  it('contains literals that are not broken by quotes, line breaks and backslashes', () => {
    for (const value of ['"', "'", '\\', '\n', '\u2028', "\\'"])
      expect(runInNewContext(literal(value))).toBe(value);
  });
});

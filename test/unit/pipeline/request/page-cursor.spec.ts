import { createHash } from 'node:crypto';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
} from '../../../../src/pipeline/request/page-cursor.js';
import type { ValueType } from '../../../../src/registry/resources/compiled-resource.js';
import { columnOf } from '../../database/columns.js';

const ORDER = 'posts: title, id descending';
const termsOf = (...types: readonly ValueType[]) =>
  types.map((type) => ({ column: columnOf('c', type), path: [] }));
const refused = (attempt: () => unknown) =>
  expect(attempt).toThrow(expect.objectContaining({ code: 'invalid_query' }));

/** A cursor of a client that can construct them. */
function forged(order: string, json: string): string {
  const check = createHash('sha256').update(`${order}\n${json}`).digest('base64url').slice(0, 16);
  return Buffer.from(check + json).toString('base64url');
}

describe('A cursor (C3.1)', () => {
  it.each<[ValueType, CursorValue]>([
    ['integer', 7],
    ['bigint', '9007199254740993'],
    ['uuid', '00000000-0000-4000-8000-000000000000'],
    ['decimal', '-0.90'],
    ['decimal', 0.9],
    ['float', 1.5],
    ['boolean', true],
    ['boolean', 0],
    ['datetime', '2024-02-08 02:16:20'],
    ['datetime', '2024-02-08 02:16:20.123456+00'],
    ['date', '2024-02-08'],
    ['text', 'é " \\ 😀'],
    ['text', null],
  ])('keeps a value of the type %s: %j', (type, value) => {
    const cursor = encodeCursor(ORDER, [value, 1]);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(decodeCursor(ORDER, termsOf(type, 'integer'), cursor)).toEqual([value, 1]);
  });

  it('contains no number that PostgreSQL does not compare with a small column', () => {
    const term = { column: { ...columnOf('c', 'integer'), databaseType: 'smallint' }, path: [] };
    expect(decodeCursor(ORDER, [term], forged(ORDER, '[32767]'))).toEqual([32767]);
    refused(() => decodeCursor(ORDER, [term], forged(ORDER, '[32768]')));
  });

  it.each<[string, ValueType]>([
    ['["x"]', 'integer'],
    ['[1.5]', 'integer'],
    ['[9999999999]', 'integer'],
    ['["1e5"]', 'decimal'],
    ['["1"]', 'float'],
    ['["true"]', 'boolean'],
    ['["2024-02-30 00:00:00"]', 'datetime'],
    ['["soon"]', 'date'],
    ['["x"]', 'uuid'],
    ['["\\u0000"]', 'text'],
    ['["\\ud800"]', 'text'],
    ['[{"a":1}]', 'text'],
    ['[[1]]', 'integer'],
    ['[1]', 'text'],
    ['[]', 'text'],
    ['["a","b"]', 'text'],
  ])('is checked by its columns if it was constructed: %s for %s', (json, type) => {
    refused(() => decodeCursor(ORDER, termsOf(type), forged(ORDER, json)));
  });
});

import { postgresJson } from '../../../src/database/engines/postgres/postgres-json.js';
import type {
  CompiledColumn,
  ValueType,
} from '../../../src/registry/resources/compiled-resource.js';
import { columnOf } from './columns.js';

const isWritten = (
  type: ValueType,
  more: Partial<CompiledColumn> = {},
  asNumber = false,
): boolean => postgresJson.value(columnOf('x', type, more), 't."x"', asNumber) !== null;

describe('PostgreSQL builds', () => {
  it.each<ValueType>([
    'integer',
    'bigint',
    'decimal',
    'text',
    'uuid',
    'boolean',
    'datetime',
    'date',
  ])('%s columns', (type) => {
    expect(isWritten(type)).toBe(true);
  });

  it.each<[string, ValueType, Partial<CompiledColumn>?, boolean?]>([
    ['floats, whose exponents look different', 'float'],
    ['JSON, which is parsed and serialized again', 'json'],
    ['bytes, which are base64', 'binary'],
    ['bigints as numbers, which lose digits', 'bigint', {}, true],
    ['decimals as numbers, which lose zeros', 'decimal', {}, true],
    ['amounts of money, which have a sign', 'decimal', { databaseType: 'money' }],
    ['lists of numbers', 'integer', { databaseType: 'int[]' }],
    ['lists of strings', 'text', { databaseType: 'text[]' }],
    ['lists of instants', 'datetime', { databaseType: 'timestamp[]' }],
    ['types with a form of their own in JSON', 'text', { databaseType: 'hstore' }],
    ['keys that are instants, which the driver formats', 'datetime', { holdsKey: true }],
  ])('no %s', (_what, type, more = {}, asNumber = false) => {
    expect(isWritten(type, more, asNumber)).toBe(false);
  });

  it('more pieces than a function takes, in groups', () => {
    const pieces = Array.from({ length: 201 }, (_none, at) => `'${at}'`);
    const text = postgresJson.concat(pieces);
    const calls = [...text.matchAll(/concat\(('[^()]*)\)/g)].map(
      ([, inside]) => inside!.split(', ').length,
    );
    expect(calls).toEqual([100, 100, 1]);
    expect([...text.matchAll(/'\d+'/g)].map(([piece]) => piece)).toEqual(pieces);
  });
});

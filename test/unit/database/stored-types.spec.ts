import { isCompatible, looseKinds } from '../../../src/database/dialects/stored-types.js';
import type { ValueType } from '../../../src/registry/resources/compiled-resource.js';

const holds = (type: ValueType, stored: string) =>
  isCompatible(looseKinds, { type } as Parameters<typeof isCompatible>[1], stored);

describe('A column by the type name of the database', () => {
  it.each<[ValueType, string, boolean]>([
    ['integer', 'int', true],
    ['integer', 'INT(11) unsigned', true],
    ['integer', 'varchar(255)', false],
    ['decimal', 'decimal (12,2)', true],
    ['text', 'varchar(255)', true],
    ['text', "enum('a(','b')", true],
    ['datetime', 'timestamp(3) without time zone', true],
    ['date', 'int(11)', false],
    ['integer', 'a type of its own(1)', true],
  ])('contains %s in %s: %s', (type, stored, expected) => {
    expect(holds(type, stored)).toBe(expected);
  });
});

import { entityReader, isoInstant } from '../../../src/database/values/values.js';
import type { ValueType } from '../../../src/registry/resources/compiled-resource.js';
import { columnOf } from './columns.js';

function held(type: ValueType, value: unknown): unknown {
  const read = entityReader(columnOf('x', type));
  return read ? read(value) : value;
}

describe('isoInstant (C1.6)', () => {
  it.each([
    ['PostgreSQL, timestamp(3)', '2024-02-08 02:16:20.5', '2024-02-08T02:16:20.500Z'],
    ['PostgreSQL, without a fraction', '2024-02-08 02:16:20', '2024-02-08T02:16:20.000Z'],
    ['PostgreSQL, timestamptz', '2024-02-08 02:16:20.123456+00', '2024-02-08T02:16:20.123Z'],
    [
      'PostgreSQL, timestamptz without a fraction',
      '2024-02-08 02:16:20+00',
      '2024-02-08T02:16:20.000Z',
    ],
    ['PostgreSQL, inside JSON', '2024-02-08T02:16:20.05', '2024-02-08T02:16:20.050Z'],
    [
      'PostgreSQL, timestamptz inside JSON',
      '2024-02-08T02:16:20.05+00:00',
      '2024-02-08T02:16:20.050Z',
    ],
    ['MariaDB, datetime(3)', '2024-02-08 02:16:20.000', '2024-02-08T02:16:20.000Z'],
    ['MariaDB, datetime', '2024-02-08 02:16:20', '2024-02-08T02:16:20.000Z'],
    ['MariaDB, datetime(6)', '2024-02-08 02:16:20.999999', '2024-02-08T02:16:20.999Z'],
    ['SQLite, as TypeORM writes it', '2024-02-08 02:16:20.007', '2024-02-08T02:16:20.007Z'],
    ['SQLite, CURRENT_TIMESTAMP', '2024-02-08 02:16:20', '2024-02-08T02:16:20.000Z'],
    ['SQLite, ISO 8601', '2024-02-08T02:16:20.123Z', '2024-02-08T02:16:20.123Z'],
    ['a string column, in another zone', '2024-02-08T04:16:20+02:00', '2024-02-08T02:16:20.000Z'],
    ['a string column, to the minute', '2024-02-08 02:16', '2024-02-08T02:16:00.000Z'],
    ['a string column, only a date', '2024-02-08', '2024-02-08T00:00:00.000Z'],
  ])('reads the form of %s', (_engine, text, instant) => {
    expect(isoInstant(text)).toBe(instant);
    expect(new Date(instant).toISOString()).toBe(instant);
    expect(held('datetime', text)).toEqual(new Date(instant));
  });
});

describe('An instant of an entity', () => {
  it.each([
    ['0001-01-01 00:00:00', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31 23:59:59.9', '0099-12-31T23:59:59.900Z'],
    ['0100-02-28T00:00:00.01Z', '0100-02-28T00:00:00.010Z'],
    ['1969-12-31 23:59:59.999999+00', '1969-12-31T23:59:59.999Z'],
    ['2000-02-29 12:34:56', '2000-02-29T12:34:56.000Z'],
    ['9999-12-31 23:59:59.123', '9999-12-31T23:59:59.123Z'],
  ])('is read from the digits of %s', (text, instant) => {
    expect(held('datetime', text)).toEqual(new Date(instant));
  });

  it.each(['2023-02-29 00:00:00', '2024-04-31 12:00:00.5', 'tomorrow', 5])(
    'is not read from %j',
    (value) => {
      expect(held('datetime', value)).toBeUndefined();
    },
  );
});

describe('A string that may not be an instant', () => {
  it.each([
    ...[1_700_000_000, 'tomorrow', '2"x', '', '2024-13-45 99:99:99 x', null],
    ...[
      '2024-13-45 99:99:99',
      '2024-02-30 00:00:00',
      '2023-02-29',
      '2023-02-29T00:00:00+02:00',
      '0000-00-00 00:00:00',
    ],
    ...['2024-04-31 12:00', '2024-02-08 12:60:00'],
  ])('is rejected: %j', (value) => {
    expect(isoInstant(value)).toBeNull();
  });

  it.each(['2024-02-29 00:00:00', '2000-02-29', '2024-12-31 23:59:59'])(
    'is accepted: %j',
    (value) => {
      expect(isoInstant(value)).not.toBeNull();
    },
  );
});

describe('The days of months', () => {
  const padded = (number: number, digits = 2) => String(number).padStart(digits, '0');
  const days = Array.from({ length: 31 }, (_none, at) => at + 1);

  it.each([1, 4, 100, 400, 1900, 2000, 2023, 2024, 2100, 9999])('are those of %i', (year) => {
    for (let month = 1; month <= 12; month++) {
      const text = (day: number) => `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
      const accepted = days.filter((day) => isoInstant(`${text(day)} 10:00:00`) !== null);
      const isDay = (day: number) => new Date(`${text(day)}T00:00:00Z`).getUTCDate() === day;
      expect([month, accepted]).toEqual([month, days.filter(isDay)]);
    }
  });
});

describe('A value in an entity', () => {
  it('is a Date for an instant, and the same as in responses for a decimal, on every database', () => {
    expect(held('datetime', '2024-02-08 02:16:20.5')).toEqual(new Date('2024-02-08T02:16:20.500Z'));
    expect([held('decimal', 0.9), held('decimal', '0.90')]).toEqual(['0.90', '0.90']);
    expect([held('boolean', 1), held('json', '[1]'), held('integer', 7)]).toEqual([true, [1], 7]);
  });

  it.each<[ValueType, unknown]>([
    ['datetime', 'tomorrow'],
    ['date', '2024-02-30'],
    ['decimal', 'NaN'],
    ['boolean', 'yes'],
    ['json', '{"a":'],
  ])('is not valid for a %s column that contains %j', (type, value) => {
    expect(held(type, value)).toBeUndefined();
    expect(held(type, null)).toBeNull();
  });
});

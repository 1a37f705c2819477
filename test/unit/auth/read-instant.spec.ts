import { readInstant } from '../../../src/database/values/read-instant.js';

describe('An instant from a driver', () => {
  it.each([
    ['2025-03-01 10:20:30.123', '2025-03-01T10:20:30.123Z'],
    ['2025-03-01 10:20:30', '2025-03-01T10:20:30.000Z'],
    ['2025-03-01 10:20:30.5', '2025-03-01T10:20:30.500Z'],
    ['2025-03-01 10:20:30.123456+00', '2025-03-01T10:20:30.123Z'],
    ['2025-03-01T10:20:30.123Z', '2025-03-01T10:20:30.123Z'],
    ['2025-03-01 10:20:30+00:00', '2025-03-01T10:20:30.000Z'],
    ['2025-03-01', '2025-03-01T00:00:00.000Z'],
  ])('reads %s as UTC (C1.6)', (text, iso) => {
    expect(readInstant(text)?.toISOString()).toBe(iso);
  });

  it('returns null for null, and a date unchanged (C1.6)', () => {
    const date = new Date(0);
    expect([readInstant(null), readInstant(undefined), readInstant(date)]).toEqual([
      null,
      null,
      date,
    ]);
  });
});

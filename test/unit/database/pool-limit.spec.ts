import { PoolLimit } from '../../../src/database/connection/pool-limit.js';

const crowded = Object.assign(new Error('sorry, too many clients already'), {
  code: '53300',
  severity: 'FATAL',
});

describe('PoolLimit', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const limits: number[] = [];
  const reports: string[] = [];
  const limitOfTen = () => {
    limits.length = reports.length = 0;
    return new PoolLimit(
      10,
      (limit) => void limits.push(limit),
      (message) => void reports.push(message),
    );
  };

  it('keeps the open connections for five seconds, and reports it once', () => {
    const limit = limitOfTen();
    expect([limit.lower(crowded, 4), limit.lower(crowded, 3)]).toEqual([true, true]);
    expect([limits, reports.length]).toEqual([[4, 3], 1]);
    jest.advanceTimersByTime(5_000);
    expect(limits).toEqual([4, 3, 10]);
    expect([limit.lower(crowded, 5), limits, reports.length]).toEqual([true, [4, 3, 10, 5], 2]);
  });

  it('changes nothing without an open connection, and for any other refusal', () => {
    const limit = limitOfTen();
    const wrongPassword = Object.assign(new Error(), { code: '28P01', severity: 'FATAL' });
    expect([limit.lower(crowded, 0), limit.lower(wrongPassword, 3)]).toEqual([false, false]);
    expect([limits, reports]).toEqual([[], []]);
  });
});

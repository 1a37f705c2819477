import { runBar } from '../../../../src/tooling/cli/tasks/run-bar.js';

describe('The progress of a run', () => {
  it.each([
    [
      { records: 4_200, total: 10_000 },
      3_471,
      ' 42 % [#########.............] 4,200 of 10,000 records, 1,210/s, 5 s left',
    ],
    [{ records: 0, total: 10_000 }, 0, '  0 % [......................] 0 of 10,000 records'],
    [{ records: 0, total: 0 }, 0, '100 % [######################] 0 of 0 records'],
    [
      { records: 999, total: 1_000 },
      10_000,
      ' 99 % [#####################.] 999 of 1,000 records, 100/s, 1 s left',
    ],
    [
      { records: 1_000, total: 1_000 },
      10_000,
      '100 % [######################] 1,000 of 1,000 records, 100/s, 0 s left',
    ],
    [
      { records: 12, total: 10 },
      1_000,
      '100 % [######################] 12 of 10 records, 12/s, 0 s left',
    ],
    [
      { records: 1, total: 1_000 },
      2_000,
      '  0 % [......................] 1 of 1,000 records, 0.5/s, 34 min left',
    ],
    [
      { records: 100, total: 1_000_000 },
      1_000,
      '  0 % [......................] 100 of 1,000,000 records, 100/s, 2 h 47 min left',
    ],
    [{ records: 1 }, 1_000, '1 record, 1/s'],
    [{ records: 4_200 }, 0, '4,200 records'],
  ])('of %j after %d ms is "%s"', (done, milliseconds, line) => {
    expect(runBar(done, milliseconds)).toBe(line);
  });
});

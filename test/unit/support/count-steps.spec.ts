import { resultsOf } from '../../support/results-of.js';

const resultOf = resultsOf('test/unit/support/count-repeated-steps.ts');

describe('The number of steps', () => {
  it('grows like the work: 32 times the values, 32 or 1,024 times the steps', async () => {
    expect(await resultOf('findRepeatedInOrder')).toBeCloseTo(32, 0);
    expect(Number(await resultOf('findRepeated')) / 1_000).toBeCloseTo(1, 1);
  });

  it('is the same in every run, also for asynchronous work', async () => {
    const [first, second] = (await resultOf('asynchronous')) as [number, number];
    expect(second).toBe(first);
    expect(first).toBeGreaterThan(2_000);
  });

  it('covers only the folders, and fails if nothing in them has counters', async () => {
    expect(await resultOf('elsewhere')).toContain('Nothing was counted');
  });

  it('is not affected by an error of the work', async () => {
    expect(await resultOf('broken')).toBe('broken');
  });
});

describe('The results of a program', () => {
  it('lack a name that it does not print', async () => {
    await expect(resultOf('unknown')).rejects.toThrow(
      'ended without a result of the name "unknown"',
    );
  });
});

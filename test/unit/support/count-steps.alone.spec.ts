import { countSteps } from '../../support/count-steps.js';
import { findRepeated, findRepeatedInOrder } from './repeated.fixture.js';

const HERE = 'test/unit/support';
const numbers = (length: number) => Array.from({ length }, (_none, index) => index);

async function growth(work: (values: readonly number[]) => unknown): Promise<number> {
  const [small, large] = [numbers(100), numbers(3_200)];
  await countSteps(() => work(small), HERE);
  const few = await countSteps(() => work(small), HERE);
  return (await countSteps(() => work(large), HERE)) / few;
}

describe('The number of steps', () => {
  it('grows like the work: 32 times the values, 32 or 1,024 times the steps', async () => {
    expect(await growth(findRepeatedInOrder)).toBeCloseTo(32, 0);
    expect((await growth(findRepeated)) / 1_000).toBeCloseTo(1, 1);
  });

  it('is the same in every run, also for asynchronous work', async () => {
    const values = numbers(1_000);
    const work = async () => {
      findRepeatedInOrder(values);
      await Promise.resolve();
      return findRepeatedInOrder(values);
    };
    await countSteps(work, HERE);
    const counts = [await countSteps(work, HERE), await countSteps(work, HERE)];
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeGreaterThan(2_000);
  });

  it('covers only the folders, and fails if nothing in them has counters', async () => {
    await expect(countSteps(() => findRepeatedInOrder([1]))).rejects.toThrow('Nothing was counted');
  });

  it('is not affected by an error of the work', async () => {
    await expect(countSteps(() => Promise.reject(new Error('broken')), HERE)).rejects.toThrow(
      'broken',
    );
  });
});

import { Slots } from '../../../../src/base/schedule/slots.js';

/** Runs tasks of keys, in this order of arrival, one at a time; returns the order in which they ran. */
async function orderOf(
  arrivals: readonly string[],
  whileRunning: Readonly<Record<number, readonly string[]>> = {},
): Promise<readonly string[]> {
  const slots = new Slots({ running: 1 });
  const order: string[] = [];
  const tasks: Promise<void>[] = [];
  const arrive = (keys: readonly string[]) => {
    for (const key of keys)
      tasks.push(
        slots.run(async () => {
          order.push(key);
          arrive(whileRunning[order.length] ?? []);
          await Promise.resolve();
        }, key),
      );
  };
  arrive(arrivals);
  for (const task of tasks) await task;
  return order;
}

describe('Slots', () => {
  it('go to the keys in turn, however many tasks one of them has (C2.6, C12)', async () => {
    const order = await orderOf(['a', 'a', 'a', 'a', 'b', 'c', 'c']);
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'c', 'a']);
  });

  it('are not taken from a key by keys that arrive later, one after another (C2.6)', async () => {
    const order = await orderOf(['a', 'a', 'a', 'a'], {
      1: ['b'],
      2: ['c', 'd'],
      3: ['e', 'f'],
      4: ['g'],
    });
    expect(order).toEqual(['a', 'b', 'a', 'c', 'd', 'a', 'e', 'f', 'g', 'a']);
  });
});

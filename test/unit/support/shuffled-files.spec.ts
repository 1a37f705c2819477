import { resolve } from 'node:path';

interface File {
  readonly path: string;
}

describe('TEST_ORDER', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name): File => ({ path: `${name}.spec.ts` }));

  it('sets the order of the test files, and leaves none out', async () => {
    const { default: ShuffledFiles } = (await import(
      resolve('test/support/runner/shuffled-files.js')
    )) as { default: new (options: object) => { sort(files: readonly File[]): readonly File[] } };
    const sequencer = new ShuffledFiles({ contexts: [], globalConfig: {} });
    const orderOf = (seed: string) => {
      process.env.TEST_ORDER = seed;
      return sequencer.sort(files);
    };
    const orders = ['1', '2', '3'].map(orderOf);
    expect(new Set(orders.map((order) => order.map(({ path }) => path).join())).size).toBe(3);
    expect(orderOf('1')).toEqual(orders[0]);
    for (const order of orders) expect(new Set(order)).toEqual(new Set(files));
  });
});

import { allKnown, inTurn, oneByOne, whenKnown } from '../../../src/base/when-known.js';

const later = <Value>(value: Value): Promise<Value> => Promise.resolve(value);

describe('a value that is known', () => {
  it('is passed on at once, without a promise', () => {
    expect(whenKnown(1, (value) => value + 1)).toBe(2);
    expect(allKnown([1, 2])).toEqual([1, 2]);
    expect(oneByOne([() => 1, () => 'a'])).toEqual([1, 'a']);
    expect(inTurn(['a', 'b'], (name, at) => `${name}${at}`)).toEqual(['a0', 'b1']);
  });

  it('is passed on when its promise is fulfilled', async () => {
    const known = whenKnown(later(1), (value) => later(value + 1));
    expect(known).toBeInstanceOf(Promise);
    expect(await known).toBe(2);
    expect(await allKnown([1, later(2)])).toEqual([1, 2]);
  });

  it('may come from a promise of another library', async () => {
    const foreign = { then: (use: (value: number) => void) => use(1) } as Promise<number>;
    expect(await whenKnown(foreign, (value) => value + 1)).toBe(2);
  });
});

describe('steps', () => {
  it.each([
    ['known', (value: string) => value],
    ['promised', later<string>],
  ] as const)('run one after another, with values that are %s', async (_kind, valueOf) => {
    const log: string[] = [];
    const step = (name: string) => () => {
      log.push(name);
      return whenKnown(valueOf(name), (value) => {
        log.push(`${value} ended`);
        return value;
      });
    };
    expect(await oneByOne([step('a'), () => 'b', step('c')])).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['a', 'a ended', 'c', 'c ended']);
  });

  it('may be the same for each item of a list', async () => {
    const work = (name: string, at: number) => (at === 1 ? later(`${name}${at}`) : `${name}${at}`);
    expect(await inTurn(['a', 'b', 'c'], work)).toEqual(['a0', 'b1', 'c2']);
  });

  it('end with the first that fails', async () => {
    const log: string[] = [];
    const failing = oneByOne([
      () => later(1),
      () => Promise.reject(new Error('refused')),
      () => log.push('asked'),
    ]);
    await expect(Promise.resolve(failing)).rejects.toThrow('refused');
    expect(log).toEqual([]);
  });
});

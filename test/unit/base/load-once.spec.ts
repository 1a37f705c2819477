import { loadOnce } from '../../../src/base/load-once.js';

describe('loadOnce', () => {
  it('loads nothing before its first call, and once for all calls', async () => {
    const load = jest.fn(() => Promise.resolve({ name: 'part' }));
    const part = loadOnce(load);
    expect(load).not.toHaveBeenCalled();
    const [first, second] = await Promise.all([part(), part()]);
    expect([first, await part()]).toEqual([second, second]);
    expect(first).toBe(second);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('rejects all calls that wait for a failed load with its reason, and then loads again', async () => {
    const missing = new Error("Cannot find package 'part'");
    const load = jest.fn(() => Promise.resolve('part')).mockRejectedValueOnce(missing);
    const part = loadOnce(load);
    expect(await Promise.allSettled([part(), part()])).toEqual([
      { status: 'rejected', reason: missing },
      { status: 'rejected', reason: missing },
    ]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(await part()).toBe('part');
  });
});

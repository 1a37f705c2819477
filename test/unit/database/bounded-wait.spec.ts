import { boundedWait } from '../../../src/database/engines/mysql/bounded-wait.js';

const later = <Value>(milliseconds: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(() => resolve(value), milliseconds));

describe('a bounded wait', () => {
  it('returns a result that arrives in time', async () => {
    const givenBack: string[] = [];
    expect(await boundedWait(later(1, 'connection'), 1000, (late) => givenBack.push(late))).toBe(
      'connection',
    );
    expect(givenBack).toEqual([]);
  });

  it('throws after its time, and releases a later result (C12)', async () => {
    const givenBack: string[] = [];
    const refusal = boundedWait(later(60, 'connection'), 20, (late) => givenBack.push(late));
    await expect(refusal).rejects.toMatchObject({ status: 503 });
    await later(60, undefined);
    expect(givenBack).toEqual(['connection']);
  });

  it('throws the error of the result', async () => {
    await expect(
      boundedWait(Promise.reject(new Error('why')), 1000, () => undefined),
    ).rejects.toThrow('why');
  });
});

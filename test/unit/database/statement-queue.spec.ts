import { setImmediate as turn } from 'node:timers/promises';
import { StatementQueue, type Leave } from '../../../src/database/connection/statement-queue.js';

const SLOW = 10;
const queue = (change: Partial<ConstructorParameters<typeof StatementQueue>[0]> = {}) => {
  const made = new StatementQueue({
    width: 1,
    slow: SLOW,
    maxWait: 60_000,
    blocks: false,
    ...change,
  });
  made.ran('fastest', 1);
  return made;
};
const by = (name: string) => ({ rows: 1, caller: () => name });

/** Takes a turn, and records the order of turns. */
async function take(
  queue: StatementQueue,
  text: string,
  caller: string,
  order: string[],
): Promise<Leave> {
  const leave = (await queue.turnOf(text, by(caller)))!;
  order.push(`${caller} ${text}`);
  return leave;
}

describe('The queue of slow statements (C12)', () => {
  it('is for statements that are new, and no longer for those that were fast', () => {
    const one = queue();
    expect(one.isFor('a', by('ann'))).toBe(true);
    one.ran('a', 3);
    expect(one.turnOf('a', by('ann'))).toBeNull();
  });

  it('is not for statements without a request', () => {
    expect(queue().turnOf('a', undefined)).toBeNull();
  });

  it('is not for statements that a write waits for', () => {
    const one = queue();
    expect(one.turnOf('a', { rows: 1, isForWrite: true })).toBeNull();
  });

  it('knows a statement as fast once it has run', () => {
    const one = queue();
    expect(one.isFast('a')).toBe(false);
    one.ran('a', 3);
    expect(one.isFast('a')).toBe(true);
  });

  it('receives a fast one again that was slow three times in a row', () => {
    const one = queue();
    for (const milliseconds of [2, 50, 50, 2, 50, 50]) one.ran('a', milliseconds);
    expect(one.isFor('a', by('ann'))).toBe(false);
    one.ran('a', 50);
    expect(one.isFor('a', by('ann'))).toBe(true);
  });

  it('measures from the fastest statement, so that a distant server is not slow', () => {
    const far = new StatementQueue({ width: 1, slow: SLOW, maxWait: 1, blocks: false });
    far.ran('near', 30);
    far.ran('a', 35);
    expect(far.isFor('a', by('ann'))).toBe(false);
  });

  const queueOfKnown = () => {
    const one = queue();
    for (const [text, milliseconds] of [
      ['dear', 90],
      ['cheap', 30],
    ] as const)
      for (let run = 0; run < 3; run += 1) one.ran(text, milliseconds);
    return one;
  };

  it('continues with the caller who used it least, and with the cheapest statement of that caller', async () => {
    const one = queueOfKnown();
    const order: string[] = [];
    const first = await take(one, 'dear', 'ann', order);
    const later = [
      take(one, 'dear', 'ann', order),
      take(one, 'dear', 'bob', order),
      take(one, 'cheap', 'bob', order),
    ];
    await turn();
    first();
    await Promise.all(later.map(async (waiting) => (await waiting)()));
    expect(order.slice(0, 2)).toEqual(['ann dear', 'bob cheap']);
  });

  it.each([
    [200, ['ann first', 'ann cheap', 'ann dear']],
    [280, ['ann first', 'ann dear', 'ann cheap']],
  ])(
    'lets a cheap statement pass that arrives soon, but not for ever: %i ms later',
    async (later, expected) => {
      const one = queueOfKnown();
      const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
      const order: string[] = [];
      const first = await take(one, 'first', 'ann', order);
      const dear = take(one, 'dear', 'ann', order);
      clock.mockReturnValue(1_000 + later);
      const cheap = take(one, 'cheap', 'ann', order);
      clock.mockRestore();
      first();
      await Promise.all([dear, cheap].map(async (waiting) => (await waiting)()));
      expect(order).toEqual(expected);
    },
  );

  it('lets those leave that wait with a statement which turns out to be fast', async () => {
    const one = queueOfKnown();
    const order: string[] = [];
    const leave = await take(one, 'dear', 'ann', order);
    const [dear, cheap] = [take(one, 'dear', 'ann', order), take(one, 'cheap', 'ann', order)];
    one.ran('cheap', 3);
    await cheap;
    expect(order).toEqual(['ann dear', 'ann cheap']);
    leave();
    await dear;
  });

  it('does so with some of them in each turn of the event loop', async () => {
    const one = queueOfKnown();
    const order: string[] = [];
    await take(one, 'dear', 'ann', order);
    const waiting = Array.from({ length: 20 }, () => take(one, 'cheap', 'ann', order));
    one.ran('cheap', 3);
    const lengths = [];
    for (; one.queueLength > 0; await turn()) lengths.push(one.queueLength);
    expect(lengths).toEqual([12, 4]);
    await Promise.all(waiting);
  });

  it('rejects a statement that waited too long', async () => {
    const one = queue({ maxWait: 5 });
    await one.turnOf('a', by('ann'));
    await expect(one.turnOf('b', by('ann'))).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '1' },
    });
    expect(one.queueLength).toBe(0);
  });

  it('lets others run before the next one, if statements block the process', async () => {
    const one = queue({ blocks: true });
    const order: string[] = [];
    const leave = (await one.turnOf('a', by('ann')))!;
    const next = one.turnOf('b', by('ann'))!.then(() => order.push('statement'));
    setImmediate(() => order.push('others'));
    leave();
    await next;
    expect(order).toEqual(['others', 'statement']);
  });
});

import { LargeReads, type RunningRead } from '../../../src/database/read/large-reads.js';
import { ReadSlot, ReadSlotUnavailable } from '../../../src/database/read/read-slot.js';

const limits = { responseBytes: 100, bytesInFlight: 400, largeReadQueue: 8, largeReadWait: 60_000 };
const reads = (change: Partial<typeof limits> = {}) => new LargeReads({ ...limits, ...change });

/** The state of a wait so far. */
async function stateOf(coming: Promise<RunningRead>): Promise<'entered' | 'waiting' | 'refused'> {
  const now = Promise.resolve('waiting' as const);
  return Promise.race([
    coming.then(
      () => 'entered' as const,
      () => 'refused' as const,
    ),
    now.then(() => now).then(() => now),
  ]);
}

const entered = (place: RunningRead | null): RunningRead => {
  if (place === null) throw new Error('There was no place.');
  return place;
};

describe('Large reads (C12)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('run two at a time, one per user', () => {
    const all = reads();
    expect(all.tryAcquire('ann')).not.toBeNull();
    expect(all.tryAcquire('ann')).toBeNull();
    expect(all.tryAcquire('bob')).not.toBeNull();
    expect(all.tryAcquire('eve')).toBeNull();
  });

  it('follow in the order of arrival when a slot becomes free', async () => {
    const all = reads();
    const first = entered(all.tryAcquire('ann'));
    entered(all.tryAcquire('bob'));
    const [eve, dan] = [all.acquire('eve'), all.acquire('dan')];
    first.leave();
    expect([await stateOf(eve), await stateOf(dan)]).toEqual(['entered', 'waiting']);
  });

  it('count until they are sent, but let the next one run once their JSON is built', async () => {
    const all = reads({ bytesInFlight: 250 });
    const [ann, bob] = [entered(all.tryAcquire('ann')), entered(all.tryAcquire('bob'))];
    const eve = all.acquire('eve');
    ann.send(90);
    expect(await stateOf(eve)).toBe('waiting');
    bob.send(10);
    expect(await stateOf(eve)).toBe('entered');
  });

  it('use at most half of the bytes per user', () => {
    const all = reads();
    for (let response = 0; response < 2; response += 1) entered(all.tryAcquire('ann')).send(100);
    expect(all.tryAcquire('ann')).toBeNull();
    expect(all.tryAcquire('bob')).not.toBeNull();
  });

  it('do not wait for a user who may not continue', async () => {
    const all = reads();
    const first = entered(all.tryAcquire('ann'));
    const bob = entered(all.tryAcquire('bob'));
    const [second, eve] = [all.acquire('ann'), all.acquire('eve')];
    bob.leave();
    expect([await stateOf(second), await stateOf(eve)]).toEqual(['waiting', 'entered']);
    first.leave();
    expect(await stateOf(second)).toBe('entered');
  });

  it('are rejected with Retry-After if the queue is full, of which one user may use a quarter', async () => {
    const all = reads();
    all.tryAcquire('ann');
    all.tryAcquire('bob');
    const waiting = Array.from({ length: 2 }, () => all.acquire('ann'));
    await expect(all.acquire('ann')).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '2' },
    });
    for (let user = 0; user < 6; user += 1) waiting.push(all.acquire(`user ${user}`));
    await expect(all.acquire('eve')).rejects.toMatchObject({ code: 'unavailable' });
    expect([all.queueLength, await stateOf(waiting[0]!)]).toEqual([8, 'waiting']);
  });

  it('are rejected when they waited too long, and leave the queue when their caller disconnects', async () => {
    const all = reads();
    all.tryAcquire('ann');
    all.tryAcquire('bob');
    const late = all.acquire('eve');
    const endings: (() => void)[] = [];
    const left = all.acquire('dan', (work) => void endings.push(work));
    for (const end of endings) end();
    await expect(left).rejects.toMatchObject({ code: 'unavailable' });
    jest.advanceTimersByTime(limits.largeReadWait);
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(all.queueLength).toBe(0);
  });

  it('free their slot once, however often it is released', () => {
    const all = reads();
    const ann = entered(all.tryAcquire('ann'));
    ann.leave();
    ann.leave();
    ann.send(50);
    for (const user of ['ann', 'bob']) entered(all.tryAcquire(user));
    expect(all.tryAcquire('eve')).toBeNull();
  });
});

describe('The turn of a read (C12)', () => {
  it('is required while others have theirs, and again before a statement that was large', () => {
    const all = reads();
    const [first, second, third] = ['ann', 'bob', 'eve'].map(
      (user) => new ReadSlot(all, () => user),
    ) as [ReadSlot, ReadSlot, ReadSlot];
    first.claim();
    second.claim();
    expect(() => third.claim()).toThrow(ReadSlotUnavailable);
    third.expect('select 1');
    expect(third.isLarge).toBe(false);
    third.note('select 1');
    expect(() => third.expect('select 1')).toThrow(ReadSlotUnavailable);
    const fourth = new ReadSlot(all, () => 'dan');
    fourth.expect('select 1');
    expect(fourth.isLarge).toBe(false);
  });

  it('ends with its JSON if nothing reports when the response is sent', () => {
    const all = reads();
    const turn = new ReadSlot(all, () => 'ann');
    turn.claim();
    turn.send(100);
    expect(all.tryAcquire('ann')).not.toBeNull();
  });

  it('ends with the response', () => {
    const all = reads();
    const endings: (() => void)[] = [];
    const turn = new ReadSlot(
      all,
      () => 'ann',
      (work) => void endings.push(work),
    );
    turn.claim();
    expect(all.tryAcquire('ann')).toBeNull();
    for (const end of endings) end();
    expect(all.tryAcquire('ann')).not.toBeNull();
  });
});

import { LargeReads, type Place } from '../../../src/execution/large-reads.js';
import { ReadTurn, TurnNeeded } from '../../../src/execution/read-turn.js';

const limits = { responseBytes: 100, bytesInFlight: 400, largeReadQueue: 8, largeReadWait: 60_000 };
const reads = (change: Partial<typeof limits> = {}) => new LargeReads({ ...limits, ...change });

/** What became of a wait so far. */
async function stateOf(coming: Promise<Place>): Promise<'entered' | 'waiting' | 'refused'> {
  const now = Promise.resolve('waiting' as const);
  return Promise.race([
    coming.then(
      () => 'entered' as const,
      () => 'refused' as const,
    ),
    now.then(() => now).then(() => now),
  ]);
}

const entered = (place: Place | null): Place => {
  if (place === null) throw new Error('There was no place.');
  return place;
};

describe('Large reads (C12)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('run two at a time, one for each user', () => {
    const all = reads();
    expect(all.tryEnter('ann')).not.toBeNull();
    expect(all.tryEnter('ann')).toBeNull();
    expect(all.tryEnter('bob')).not.toBeNull();
    expect(all.tryEnter('eve')).toBeNull();
  });

  it('follow in the order of arrival when a place becomes free', async () => {
    const all = reads();
    const first = entered(all.tryEnter('ann'));
    entered(all.tryEnter('bob'));
    const [eve, dan] = [all.enter('eve'), all.enter('dan')];
    first.leave();
    expect([await stateOf(eve), await stateOf(dan)]).toEqual(['entered', 'waiting']);
  });

  it('count until they are sent, but let the next one run once their text is ready', async () => {
    const all = reads({ bytesInFlight: 250 });
    const [ann, bob] = [entered(all.tryEnter('ann')), entered(all.tryEnter('bob'))];
    const eve = all.enter('eve');
    ann.send(90);
    expect(await stateOf(eve)).toBe('waiting');
    bob.send(10);
    expect(await stateOf(eve)).toBe('entered');
  });

  it('of one user hold half of the bytes at most', () => {
    const all = reads();
    for (let response = 0; response < 2; response += 1) entered(all.tryEnter('ann')).send(100);
    expect(all.tryEnter('ann')).toBeNull();
    expect(all.tryEnter('bob')).not.toBeNull();
  });

  it('do not wait for a user who is not allowed to go on', async () => {
    const all = reads();
    const first = entered(all.tryEnter('ann'));
    const bob = entered(all.tryEnter('bob'));
    const [second, eve] = [all.enter('ann'), all.enter('eve')];
    bob.leave();
    expect([await stateOf(second), await stateOf(eve)]).toEqual(['waiting', 'entered']);
    first.leave();
    expect(await stateOf(second)).toBe('entered');
  });

  it('are refused with Retry-After where the queue is full, and a quarter of it is one user’s', async () => {
    const all = reads();
    all.tryEnter('ann');
    all.tryEnter('bob');
    const waiting = Array.from({ length: 2 }, () => all.enter('ann'));
    await expect(all.enter('ann')).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '2' },
    });
    for (let user = 0; user < 6; user += 1) waiting.push(all.enter(`user ${user}`));
    await expect(all.enter('eve')).rejects.toMatchObject({ code: 'unavailable' });
    expect([all.queueLength, await stateOf(waiting[0]!)]).toEqual([8, 'waiting']);
  });

  it('are refused when they waited too long, and leave the queue when their caller does', async () => {
    const all = reads();
    all.tryEnter('ann');
    all.tryEnter('bob');
    const late = all.enter('eve');
    const endings: (() => void)[] = [];
    const left = all.enter('dan', (work) => void endings.push(work));
    for (const end of endings) end();
    await expect(left).rejects.toMatchObject({ code: 'unavailable' });
    jest.advanceTimersByTime(limits.largeReadWait);
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(all.queueLength).toBe(0);
  });

  it('free their place once, however often they are told to', () => {
    const all = reads();
    const ann = entered(all.tryEnter('ann'));
    ann.leave();
    ann.leave();
    ann.send(50);
    for (const user of ['ann', 'bob']) entered(all.tryEnter(user));
    expect(all.tryEnter('eve')).toBeNull();
  });
});

describe('The turn of a read (C12)', () => {
  it('is needed where others are in theirs, and again before a statement that was large', () => {
    const all = reads();
    const [first, second, third] = ['ann', 'bob', 'eve'].map(
      (user) => new ReadTurn(all, () => user),
    ) as [ReadTurn, ReadTurn, ReadTurn];
    first.claim();
    second.claim();
    expect(() => third.claim()).toThrow(TurnNeeded);
    third.expect('select 1');
    expect(third.isLarge).toBe(false);
    third.note('select 1');
    expect(() => third.expect('select 1')).toThrow(TurnNeeded);
    const fourth = new ReadTurn(all, () => 'dan');
    fourth.expect('select 1');
    expect(fourth.isLarge).toBe(false);
  });

  it('ends with its text where nobody says when the response is sent', () => {
    const all = reads();
    const turn = new ReadTurn(all, () => 'ann');
    turn.claim();
    turn.send(100);
    expect(all.tryEnter('ann')).not.toBeNull();
  });

  it('ends with the response', () => {
    const all = reads();
    const endings: (() => void)[] = [];
    const turn = new ReadTurn(
      all,
      () => 'ann',
      (work) => void endings.push(work),
    );
    turn.claim();
    expect(all.tryEnter('ann')).toBeNull();
    for (const end of endings) end();
    expect(all.tryEnter('ann')).not.toBeNull();
  });
});

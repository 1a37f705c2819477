import { setTimeout as pause } from 'node:timers/promises';
import { differs, where } from '../../../src/index.js';
import { isOfMysqlFamily } from '../../support/databases.js';
import type { Work } from '../../support/depot-app/sacks/actions.js';
import { Sack } from '../../support/depot-app/sacks/entities.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
beforeEach(() => depot.fill(8));
afterAll(() => depot.stop());

const idsOf = (sacks: readonly Sack[]) => sacks.map(({ id }) => id);
const all = { repositories: 'all' };

describe('A run over all records', () => {
  it('passes them in the order of their keys, in chunks of chunkCount (C6.3, C6.5)', async () => {
    const calls: number[][] = [];
    depot.actions.work = (_request, sacks) => void calls.push(idsOf(sacks));
    await depot.run('sacks', 'grind-sacks', all);
    expect(calls).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ]);
  });

  it('uses chunks of 200, or of the option, if the action sets none (spec, Limits)', async () => {
    const other = await SackDepot.start({ limits: { chunkCount: 5 } });
    await other.fill(8);
    const sizes: number[] = [];
    await other.run('sacks', 'tie', all, (_request, sacks) => void sizes.push(sacks.length));
    await other.stop();
    await depot.run('sacks', 'tie', all, (_request, sacks) => void sizes.push(sacks.length));
    expect(sizes).toEqual([5, 3, 8]);
  });

  it('does not pass records outside the scope to the handler (C4.4)', async () => {
    const seen: number[] = [];
    await depot.run(
      'sacks',
      'grind-sacks',
      all,
      (_request, sacks) => void seen.push(...idsOf(sacks)),
      'other',
    );
    expect(seen).toEqual([2, 4, 6, 8]);
  });

  it('neither skips nor repeats records when the handler changes what indexQuery filters by (C6.5)', async () => {
    depot.actions.indexQuery = () => where<Sack>({ state: 'new' });
    const seen: number[] = [];
    await depot.run('sacks', 'grind-sacks', all, async (request, sacks) => {
      seen.push(...idsOf(sacks));
      await request.update(sacks, { state: 'ground' });
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await depot.run(
      'sacks',
      'grind-sacks',
      all,
      (_request, sacks) => void seen.push(...idsOf(sacks)),
    );
    expect(seen).toHaveLength(8);
  });

  it('neither skips nor repeats records when the handler deletes these or others (C6.5)', async () => {
    const seen: number[] = [];
    await depot.run('sacks', 'grind-sacks', all, async (request, sacks) => {
      seen.push(...idsOf(sacks));
      await request.delete(sacks.slice(0, 2));
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await depot.states()).toEqual(['3 new', '6 new']);
  });

  it('applies indexQuery to listed keys as well (spec, Action definition properties)', async () => {
    depot.actions.indexQuery = () => where<Sack>({ id: differs(2) });
    const seen: number[] = [];
    await depot.run(
      'sacks',
      'grind-sacks',
      { repositories: [1, 2, 3] },
      (_request, sacks) => void seen.push(...idsOf(sacks)),
    );
    expect(seen).toEqual([1, 3]);
  });

  it('ends with the last record that existed when it began, though rows are stored meanwhile (C6.5)', async () => {
    const seen: number[] = [];
    await depot.run('sacks', 'grind-sacks', all, async (request, sacks) => {
      seen.push(...idsOf(sacks));
      await request.store(
        Sack,
        sacks.map(() => ({ title: 'more', state: 'new', keeper_id: 1 })),
      );
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await depot.states()).toHaveLength(16);
  });

  it('runs five statements per chunk: to read it with what a revert needs, to write it, two for the log, and for the progress', async () => {
    const work = () =>
      depot.run('sacks', 'grind-sacks', all, (request, sacks) =>
        request.update(sacks, { state: 'ground' }),
      );
    const statements = (await depot.statements(work)).filter(
      (text) => !/^(begin|start transaction|commit)/i.test(text),
    );
    const chunk = ['select', 'update', 'insert', 'insert', 'update'];
    const run = ['select', 'insert', ...(isOfMysqlFamily ? ['select'] : [])];
    expect(statements.map((sql) => sql.split(' ')[0])).toEqual([
      ...run,
      ...chunk,
      ...chunk,
      ...chunk,
      'update',
    ]);
  });

  it('lets other requests run between two chunks', async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 0);
    await depot.run('sacks', 'grind-sacks', all, async () => pause(2));
    clearInterval(timer);
    expect(others).toBeGreaterThan(0);
  });

  it('calls the handler once, with an empty list, if there are no records (C6.3)', async () => {
    await depot.fill(0);
    const calls: number[][] = [];
    depot.actions.work = (_request, sacks) => ({ calls: calls.push(idsOf(sacks)) });
    expect((await depot.run('sacks', 'grind-sacks', all)).body).toEqual({ calls: 1 });
    expect(calls).toEqual([[]]);
  });
});

describe('The transaction', () => {
  const failOn = (id: number) => async (request: Parameters<Work>[0], sacks: Sack[]) => {
    await request.update(sacks, { state: 'ground' });
    if (idsOf(sacks).includes(id)) throw new Error('The stone broke.');
  };

  it('covers one chunk: chunks before the failure stay (C6.6, C6.8)', async () => {
    const { status, body } = await depot.run('sacks', 'grind-sacks', all, failOn(5));
    expect([status, body.message, body.meta]).toEqual([
      500,
      'Server error.',
      { chunks: 1, records: 3 },
    ]);
    expect(await depot.states()).toEqual([
      ...['1 ground', '2 ground', '3 ground'],
      ...['4 new', '5 new', '6 new', '7 new', '8 new'],
    ]);
  });

  it("covers the whole run if the definition sets it, so that nothing stays (transaction: 'run', C6.6)", async () => {
    const { status, body } = await depot.run('sacks', 'grind-all-at-once', all, failOn(8));
    expect([status, body.meta]).toEqual([500, { chunks: 0, records: 0 }]);
    expect(new Set((await depot.states()).map((state) => state.slice(2)))).toEqual(
      new Set(['new']),
    );
    expect(await depot.logSummary()).toEqual(['grind-all-at-once - - failed']);
    await depot.run('sacks', 'grind-all-at-once', all, failOn(99));
    expect(new Set((await depot.states()).map((state) => state.slice(2)))).toEqual(
      new Set(['ground']),
    );
  });

  it('locks its records: a write to one of them waits, and then reads what the handler wrote (C4.3)', async () => {
    let patched: Promise<{ status: number }> | undefined;
    await depot.run('sacks', 'grind-sacks', { repositories: [1] }, async (request, sacks) => {
      patched = depot.send('PATCH', 'sacks/1', { title: 'patched' });
      await pause(50);
      await request.update(sacks, { state: 'ground' });
    });
    expect((await patched!).status).toBe(200);
    const { attributes } = (
      (await depot.send('GET', 'sacks/1')).body as { data: { attributes: object } }
    ).data;
    expect(attributes).toMatchObject({ title: 'patched', state: 'ground' });
  });

  it('runs callbacks that wait for its commit afterwards, and never after a rollback', async () => {
    const done: string[] = [];
    await depot.run('sacks', 'grind-sacks', all, (request, sacks) => {
      request.afterCommit(() => void done.push(String(sacks[0]!.id)));
      if (sacks[0]!.id === 4) throw new Error('no');
    });
    expect(done).toEqual(['1']);
  });
});

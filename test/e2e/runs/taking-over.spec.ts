import { RequestError } from '../../../src/index.js';
import { RunRows } from '../../../src/addons/runs/run-rows.js';
import type { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { show, start, startDepot, useQueue } from './run-depot.js';

useQueue();
let depot: SackDepot;
beforeAll(async () => {
  depot = await startDepot();
});
beforeEach(async () => {
  await depot.database.write('delete from action_runs');
  await depot.fill(8);
});
afterAll(() => depot.stop());

const rows = () => depot.provider(RunRows);

/** The process that works on the run gives no sign of life any more. */
const letLeaseEnd = () => depot.database.write('update action_runs set lease_until = null');

const keysInLog = async () =>
  (await depot.log()).flatMap(({ key }) => (key === null ? [] : [Number(key)]));

describe('A run that another process has taken', () => {
  it('cannot be changed by the one that had it: its chunk is rolled back, and run again (C14.3)', async () => {
    const calls: number[][] = [];
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    depot.actions.work = async (request, sacks) => {
      calls.push(sacks.map(({ id: key }) => key));
      await request.update(sacks, { state: 'ground' });
      if (calls.length === 2)
        await request.manager.query('update action_runs set epoch = epoch + 1, lease_until = null');
      return sacks.length;
    };
    // It stops without an end: the other process has the run.
    await depot.test.workOffRuns();
    expect(calls).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect((await show(depot, id)).body.data).toMatchObject({ status: 'running', processed: 3 });
    expect((await depot.states()).filter((state) => state.endsWith('ground'))).toHaveLength(3);
    await letLeaseEnd();
    await depot.test.workOffRuns();
    expect(calls.slice(2)).toEqual([
      [4, 5, 6],
      [7, 8],
    ]);
    expect((await show(depot, id)).body.data).toMatchObject({
      ...{ status: 'finished', processed: 8 },
      result: { data: [3, 3, 2], meta: { chunks: 3, records: 8 } },
    });
    expect(await keysInLog()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await depot.logSummary())[0]).toBe('grind-sacks - - finished');
  });

  it('is taken by one of several processes (C14.4)', async () => {
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    const claims = await Promise.all(Array.from({ length: 8 }, () => rows().claim(id)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await rows().claim(id)).toBeNull();
    expect(await rows().findWaiting(10)).toEqual([]);
    await letLeaseEnd();
    expect(await rows().findWaiting(10)).toEqual([id]);
    expect((await rows().claim(id))!.epoch).toBe(2);
  });

  it('keeps its lease while it gives signs of life, and shows the progress of one transaction', async () => {
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    const claim = (await rows().claim(id))!;
    await letLeaseEnd();
    expect(await rows().renew(claim, { processed: 5 })).toBe('running');
    expect(await rows().findWaiting(10)).toEqual([]);
    expect((await show(depot, id)).body.data.processed).toBe(5);
    await rows().release(claim);
    expect(await rows().findWaiting(10)).toEqual([id]);
    await rows().claim(id);
    await expect(rows().renew(claim, {})).rejects.toThrow();
    await expect(rows().read(claim)).rejects.toThrow();
  });
});

describe('The longest wait for a process', () => {
  const longestWait = () => rows().longestWait();
  const CENTURY_BEGAN = `'2001-01-01 00:00:00.000'`;
  const YEAR = 365 * 24 * 60 * 60;

  it('begins when a run is accepted, and again when a process leaves it (C14.4)', async () => {
    expect(await longestWait()).toBe(0);
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    await start(depot, 'grind-sacks');
    expect(await longestWait()).toBeLessThan(YEAR);
    const change = `created_at = ${CENTURY_BEGAN}`;
    await depot.database.write(`update action_runs set ${change} where id = ?`, [id]);
    expect(await longestWait()).toBeGreaterThan(YEAR);
    const claim = (await rows().claim(id))!;
    expect(await longestWait()).toBeLessThan(YEAR);
    await rows().release(claim);
    expect(await longestWait()).toBeLessThan(YEAR);
    await depot.database.write(`update action_runs set lease_until = ${CENTURY_BEGAN}`);
    expect(await longestWait()).toBeGreaterThan(YEAR);
    await depot.test.workOffRuns();
    expect(await longestWait()).toBe(0);
  });
});

describe('A run whose database is away for a moment', () => {
  it('tries the chunk again, after those that are committed', async () => {
    const calls: number[][] = [];
    depot.actions.work = async (request, sacks) => {
      calls.push(sacks.map(({ id }) => id));
      await request.update(sacks, { state: 'ground' });
      if (calls.length === 2) throw new RequestError('unavailable');
    };
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    await depot.test.workOffRuns();
    expect(calls).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [4, 5, 6],
      [7, 8],
    ]);
    expect((await show(depot, id)).body.data).toMatchObject({ status: 'finished', processed: 8 });
    expect(await keysInLog()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('What a run has sent', () => {
  it('is removed at its end, and runs that ended are removed after some days', async () => {
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    const stored = async () =>
      (await depot.database.query('select request, state from action_runs'))[0]!;
    expect(JSON.parse(String((await stored())[0]))).toMatchObject({
      queryString: 'action=grind-sacks',
      body: { repositories: 'all' },
    });
    await depot.test.workOffRuns();
    expect(await stored()).toEqual([null, null]);
    await rows().prune(1);
    expect((await show(depot, id)).status).toBe(200);
    await depot.database.write(`update action_runs set finished_at = '2001-01-01 00:00:00.000'`);
    await rows().prune(1);
    expect((await show(depot, id)).status).toBe(404);
  });

  it('is encrypted with APP_KEY', async () => {
    const own = await startDepot({ appKeys: ['a-key-of-thirty-two-characters-..'] });
    await own.fill(2);
    own.actions.work = (request) => (request as { payload: unknown }).payload;
    const { id } = (await start(own, 'fill-sacks', { count: 1, secret: 'plain' })).body.data;
    const [row] = await own.database.query('select request from action_runs');
    expect(String(row![0])).toMatch(/^v1:/);
    expect(String(row![0])).not.toContain('plain');
    await own.test.workOffRuns();
    expect((await show(own, id)).body.data.result).toEqual({ count: 1, secret: 'plain' });
    await own.stop();
  });
});

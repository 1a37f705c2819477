import { RequestError, where } from '../../../src/index.js';
import { type Sack } from '../../support/depot-app/sacks/entities.js';
import type { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { runThrough, show, start, startDepot, useQueue } from './run-depot.js';

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

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const instant = expect.stringMatching(/^\d{4}-.*Z$/);

describe('An action that a client does not wait for', () => {
  it('responds 202 with the run and its path (C14.1)', async () => {
    const response = await start(depot, 'grind-sacks');
    expect([
      response.status,
      response.headers.location,
      response.headers['preference-applied'],
    ]).toEqual([202, `/api/runs/${response.body.data.id}`, 'respond-async']);
    expect(response.body).toEqual({
      data: {
        id: uuid,
        action: 'grind-sacks',
        resource: 'sacks',
        status: 'queued',
        processed: 0,
        total: null,
        refused: 0,
        result: null,
        error: null,
        created_at: instant,
        started_at: null,
        finished_at: null,
        batch_id: uuid,
      },
    });
    expect((await show(depot, response.body.data.id)).body).toEqual(response.body);
  });

  it('runs in chunks and keeps the response, with the log and the batch of the request (C14.1, C6.7)', async () => {
    depot.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      return { ground: sacks.length };
    };
    const run = await runThrough(depot, 'grind-sacks');
    expect(run).toMatchObject({
      ...{ status: 'finished', processed: 8, total: 8, refused: 0, error: null },
      result: {
        data: [{ ground: 3 }, { ground: 3 }, { ground: 2 }],
        meta: { chunks: 3, records: 8 },
      },
      ...{ started_at: instant, finished_at: instant },
    });
    const log = await depot.log();
    expect(log.map(({ key, status, batch }) => [key, status, batch])).toEqual([
      [null, 'finished', run.batch_id],
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((key) => [String(key), 'finished', run.batch_id]),
    ]);
    expect(log[0]).toMatchObject({
      user_id: '3',
      meta: { channel: 'http', chunks: 3, records: 8 },
    });
  });

  it('sums up chunks by reduce, whose total is JSON (C6.7)', async () => {
    depot.actions.reduce = (total: { n: number }, one: { n: number }) => {
      total.n += one.n;
      return total;
    };
    depot.actions.work = (_request, sacks) => ({ n: sacks.length });
    expect((await runThrough(depot, 'weigh-sacks')).result).toEqual({ n: 8 });
  });

  it('runs once with an empty list if there is no record (C6.3)', async () => {
    const calls: number[] = [];
    depot.actions.indexQuery = () => where<Sack>({ state: 'none' });
    depot.actions.work = (_request, sacks) => calls.push(sacks.length);
    const run = await runThrough(depot, 'grind-sacks');
    expect([calls, run.status, run.processed, run.total]).toEqual([[0], 'finished', 0, 0]);
  });

  it('runs on listed records, on none, and in one transaction (C14.1)', async () => {
    depot.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      return sacks.length;
    };
    const listed = await runThrough(depot, 'grind-sacks', { repositories: [2, 3, 3, 99] });
    expect(listed).toMatchObject({ status: 'finished', processed: 2, total: 3, result: 2 });
    const whole = await runThrough(depot, 'grind-all-at-once');
    expect(whole).toMatchObject({
      status: 'finished',
      processed: 8,
      result: { meta: { chunks: 3 } },
    });
    const alone = await runThrough(depot, 'fill-sacks', { count: 1, lines: [] });
    expect(alone).toMatchObject({ status: 'finished', processed: 0, total: null, result: 0 });
  });

  it('keeps the query, and the user agent for the log (C5.1, C8.1)', async () => {
    const seen: number[] = [];
    depot.actions.work = (_request, sacks) => void seen.push(...sacks.map(({ id }) => id));
    const run = await runThrough(depot, 'grind-sacks', undefined, {
      query: '&id=3',
      headers: { 'user-agent': 'my client/2' },
    });
    expect([run.status, seen]).toEqual(['finished', [3]]);
    expect((await depot.log())[0]!.meta).toMatchObject({ client: 'my client/2' });
  });

  it('skips records on which the user may not run it, and counts them (C6.4)', async () => {
    depot.actions.canRun = (_keeper, { id }) => id % 2 === 0;
    const run = await runThrough(depot, 'grind-sacks');
    expect(run).toMatchObject({ status: 'finished', processed: 4, refused: 4, total: 8 });
  });
});

describe('A request that cannot run later', () => {
  it('is refused before the run is stored (C4.3, C6.2, C6.9)', async () => {
    const invalid = await start(depot, 'label-sacks', { repositories: 'all' });
    const unknown = await start(depot, 'no-such-action');
    const keys = await start(depot, 'grind-sacks', { repositories: ['x'] });
    const hidden = await start(depot, 'tie', undefined, { query: '&nonsense=1' });
    expect([invalid, unknown, keys, hidden].map(({ status }) => status)).toEqual([
      422, 404, 422, 400,
    ]);
    const [count] = await depot.database.query('select count(*) from action_runs');
    expect(Number(count![0])).toBe(0);
  });

  it('runs in the request if its changes are counted, or it is about one record (C13.3, C13.4)', async () => {
    const dry = await start(depot, 'grind-sacks', undefined, {
      headers: { prefer: 'respond-async, tx=rollback' },
    });
    const bounded = await start(depot, 'grind-sacks', undefined, {
      headers: { prefer: 'respond-async, max-affected=3' },
    });
    const one = await start(depot, 'open-sack', undefined, { path: 'sacks/1' });
    expect([dry.status, bounded.status, one.status]).toEqual([200, 409, 204]);
  });

  it('is stored once for an Idempotency-Key, whose later requests get the same response (C13.2)', async () => {
    const headers = { 'idempotency-key': 'grind-1' };
    const first = await start(depot, 'grind-sacks', undefined, { headers });
    const second = await start(depot, 'grind-sacks', undefined, { headers });
    expect([first.status, second.status, second.headers.location]).toEqual([
      202,
      202,
      first.headers.location,
    ]);
    expect(second.body).toEqual(first.body);
    const [count] = await depot.database.query('select count(*) from action_runs');
    expect(Number(count![0])).toBe(1);
  });

  it('is refused if too many runs of the user have not ended', async () => {
    for (let at = 0; at < 100; at++) expect((await start(depot, 'grind-sacks')).status).toBe(202);
    const refused = await start(depot, 'grind-sacks');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '60',
    ]);
    expect((await start(depot, 'grind-sacks', undefined, { as: 'other' })).status).toBe(202);
  });
});

describe('A run that fails', () => {
  it('keeps the error response and its progress; committed chunks remain (C6.6, C6.8)', async () => {
    depot.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      if (sacks.some(({ id }) => id === 5)) throw new Error('Mill broken');
    };
    const run = await runThrough(depot, 'grind-sacks');
    expect(run).toMatchObject({
      ...{ status: 'failed', processed: 3, total: 8, result: null, finished_at: instant },
      error: { message: 'Server error.', code: 'server_error', meta: { chunks: 1, records: 3 } },
    });
    expect((await depot.states()).slice(0, 4)).toEqual([
      '1 ground',
      '2 ground',
      '3 ground',
      '4 new',
    ]);
    expect((await depot.log())[0]).toMatchObject({
      status: 'failed',
      exception: 'Mill broken',
      meta: { records: 3 },
    });
    expect(depot.lines.join()).toContain('Mill broken');
  });

  it('keeps the error of the handler, of listed records, and of a run in one transaction', async () => {
    depot.actions.work = (_request, sacks) => {
      if (sacks.some(({ id }) => id === 5)) throw new RequestError('unauthorized');
    };
    const listed = await runThrough(depot, 'grind-sacks', { repositories: [5] });
    const whole = await runThrough(depot, 'grind-all-at-once');
    for (const run of [listed, whole])
      expect(run).toMatchObject({
        status: 'failed',
        processed: 0,
        error: { code: 'unauthorized' },
      });
  });
});

describe('The rights of the user', () => {
  it('are asked again for each chunk (C14.3)', async () => {
    let chunks = 0;
    depot.actions.canSee = () => chunks < 2;
    depot.actions.work = () => void (chunks += 1);
    const run = await runThrough(depot, 'tie');
    expect([run.status, run.processed]).toEqual(['finished', 8]);
    const small = await startDepot({ limits: { chunkCount: 3 } });
    await small.fill(8);
    chunks = 0;
    small.actions.canSee = () => chunks < 2;
    small.actions.work = () => void (chunks += 1);
    const lost = await runThrough(small, 'tie');
    expect(lost).toMatchObject({ status: 'failed', processed: 6, error: { code: 'not_found' } });
    await small.stop();
  });

  it('end with the account: the run is cancelled, and the log contains the reason (C14.3)', async () => {
    const own = await startDepot();
    await own.fill(8);
    own.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      await request.manager.query('delete from keepers where id = 3');
    };
    const accepted = await start(own, 'grind-sacks');
    await own.test.workOffRuns();
    const [row] = await own.database.query('select status, processed, request from action_runs');
    expect(row!.map(String)).toEqual(['cancelled', '3', 'null']);
    expect(accepted.status).toBe(202);
    expect((await own.log())[0]).toMatchObject({
      status: 'failed',
      exception: 'The run was cancelled, since its user is not active any more.',
      meta: { records: 3 },
    });
    await own.stop();
  });
});

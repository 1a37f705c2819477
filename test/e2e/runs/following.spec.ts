import { setTimeout as pause } from 'node:timers/promises';
import type { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { OwnLogResource } from '../../support/depot-app/sacks/resources.js';
import { until } from '../../support/until.js';
import { show, start, startDepot, useQueue } from './run-depot.js';

useQueue();
let depot: SackDepot;
let url: string;
beforeAll(async () => {
  depot = await startDepot({ logs: { repository: OwnLogResource } });
  await depot.app.listen(0, '127.0.0.1');
  url = await depot.app.getUrl();
});
beforeEach(async () => {
  await depot.database.write('delete from action_runs');
  await depot.fill(8);
});
afterAll(() => depot.stop());

/** Lets chunks wait until the test lets them go on. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    /** Lets the chunk that waits go on, if one does. */
    pass: () => waiting.shift()?.(),
    /** Lets chunks go on until the work has ended. On SQLite, other writes wait for the chunk. */
    async passDuring<Result>(work: Promise<Result>): Promise<Result> {
      let hasEnded = false;
      const end = () => void (hasEnded = true);
      work.then(end, end);
      while (!hasEnded) {
        waiting.shift()?.();
        await pause(5);
      }
      return work;
    },
    get isWaiting() {
      return waiting.length > 0;
    },
  };
}

interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: any;
}

/** Follows a run until its stream ends. */
async function follow(id: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/api/runs/${id}/events`, {
    headers: { ...(await depot.headers('head')), ...headers },
  });
}

async function* eventsOf(response: Response): AsyncGenerator<SentEvent> {
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const members = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      text = text.slice(end + 2);
      if (members.data)
        yield { id: members.id!, event: members.event!, data: JSON.parse(members.data) };
    }
  }
}

async function firstOf(response: Response): Promise<SentEvent> {
  for await (const event of eventsOf(response)) return event;
  throw new Error('There was no event.');
}

async function allEvents(response: Response): Promise<readonly SentEvent[]> {
  const events: SentEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

const statusOf = async (id: string) => (await show(depot, id)).body.data.status as string;

describe('The events of a run', () => {
  it('are its progress and its end, and the stream ends with it (C14.2)', async () => {
    const chunks = gate();
    depot.actions.work = async (_request, sacks) => {
      await chunks.wait();
      return sacks.length;
    };
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    const response = await follow(id, { 'accept-encoding': 'gzip' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    const events = await chunks.passDuring(allEvents(response));
    const processed = events.map(({ data }) => data.processed as number);
    expect([processed[0], processed.at(-1)]).toEqual([0, 8]);
    expect([...processed].sort((one, other) => one - other)).toEqual(processed);
    expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
    expect(events.at(-1)).toMatchObject({
      event: 'finished',
      data: { status: 'finished', result: { meta: { chunks: 3, records: 8 } } },
    });
  });

  it('leave out what a client has seen, except the end (C14.2)', async () => {
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    await until(async () => (await statusOf(id)) === 'finished');
    const [end] = await allEvents(await follow(id));
    expect(end!.event).toBe('finished');
    const again = await allEvents(await follow(id, { 'last-event-id': end!.id }));
    expect(again).toEqual([end]);
    const nonsense = await allEvents(await follow(id, { 'last-event-id': 'x'.repeat(50) }));
    expect(nonsense).toEqual([end]);
  });

  it('send nothing twice', async () => {
    const chunks = gate();
    depot.actions.work = () => chunks.wait();
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    await until(() => chunks.isWaiting);
    const first = await firstOf(await follow(id));
    const next = firstOf(await follow(id, { 'last-event-id': first.id }));
    expect((await chunks.passDuring(next)).data.processed).toBeGreaterThan(first.data.processed);
    await chunks.passDuring(until(async () => (await statusOf(id)) === 'finished'));
  });
});

describe('A run of a request with an Idempotency-Key', () => {
  it('has transactions of its own (C13.2)', async () => {
    depot.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
    };
    const headers = { 'idempotency-key': 'grind-once' };
    const { id } = (await start(depot, 'grind-sacks', undefined, { headers })).body.data;
    await until(async () => (await statusOf(id)) === 'finished');
    expect((await depot.states()).every((state) => state.endsWith('ground'))).toBe(true);
    expect((await start(depot, 'grind-sacks', undefined, { headers })).body.data.id).toBe(id);
  });
});

describe('A run that is cancelled', () => {
  it('stops after its current chunk; what is committed remains, and the log contains it (C14.2)', async () => {
    const chunks = gate();
    await depot.fill(60);
    depot.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      await chunks.wait();
    };
    const { id } = (await start(depot, 'grind-sacks')).body.data;
    await until(() => chunks.isWaiting);
    const cancelled = await chunks.passDuring(depot.send('POST', `runs/${id}/cancel`));
    expect([cancelled.status, cancelled.body.data.status]).toEqual([202, 'cancelling']);
    await chunks.passDuring(until(async () => (await statusOf(id)) === 'cancelled'));
    const run = (await show(depot, id)).body.data;
    expect(run.processed).toBeLessThan(60);
    expect(run).toMatchObject({ result: null, error: null, total: 60 });
    expect((await depot.states()).filter((state) => state.endsWith('ground'))).toHaveLength(
      run.processed,
    );
    expect((await depot.log())[0]).toMatchObject({
      status: 'failed',
      exception: 'The run was cancelled.',
      meta: { records: run.processed },
    });
    const [event] = await allEvents(await follow(id));
    expect(event!.event).toBe('cancelled');
  });

  it('never begins if it was waiting, and an ended one stays as it is', async () => {
    const idle = await startDepot({ runs: { concurrency: 0 } });
    const { id } = (await start(idle, 'grind-sacks')).body.data;
    const cancelled = await idle.send('POST', `runs/${id}/cancel`);
    expect([cancelled.status, cancelled.body.data]).toMatchObject([
      202,
      { status: 'cancelled', processed: 0 },
    ]);
    const again = await idle.send('POST', `runs/${id}/cancel`);
    expect(again.body).toEqual(cancelled.body);
    await idle.test.workOffRuns();
    expect((await show(idle, id)).body).toEqual(cancelled.body);
    await idle.stop();
  });
});

describe('Who may see a run', () => {
  it('is its user, and users who see the whole log; the result is for its user (C14.2)', async () => {
    depot.actions.work = () => ({ secret: 1 });
    const own = (await start(depot, 'grind-sacks', undefined, { as: 'other' })).body.data.id;
    await until(async () => (await show(depot, own, 'other')).body.data.status === 'finished');
    const { result, ...run } = (await show(depot, own, 'other')).body.data;
    expect(result).toBeDefined();
    expect((await show(depot, own, 'keeper')).status).toBe(404);
    expect((await depot.send('POST', `runs/${own}/cancel`, undefined, 'keeper')).status).toBe(404);
    expect((await depot.send('GET', `runs/${own}/events`, undefined, 'keeper')).status).toBe(404);
    const listOf = async (as: 'keeper' | 'other' | 'head') =>
      (await depot.send('GET', 'runs', undefined, as)).body;
    expect((await listOf('other')).data).toEqual([run]);
    expect((await listOf('keeper')).data).toEqual([]);
    expect((await show(depot, own, 'head')).body.data).toEqual(run);
    expect((await listOf('head')).data).toEqual([run]);
  });

  it('finds none by an id of another form, nor by one that does not exist', async () => {
    for (const id of ['1', 'x', '01890000-0000-7000-8000-000000000000', "' or 1=1"])
      expect((await show(depot, id)).status).toBe(404);
  });
});

describe('The list of runs', () => {
  it('has pages, the latest first, and a filter by status (C14.2)', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) {
      ids.unshift((await start(depot, 'grind-sacks')).body.data.id);
      await until(async () => (await statusOf(ids[0]!)) === 'finished');
    }
    const page = (await depot.send('GET', 'runs?perPage=2')).body;
    expect(page.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(page.meta).toMatchObject({ current_page: 1, per_page: 2, total: 3, last_page: 2 });
    expect(page.links).toMatchObject({ next: '/api/runs?perPage=2&page=2', prev: null });
    const last = (await depot.send('GET', 'runs?perPage=2&page=2')).body;
    expect(last.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect((await depot.send('GET', 'runs?status=failed')).body.data).toEqual([]);
    expect((await depot.send('GET', 'runs?status=finished')).body.data).toHaveLength(3);
  });

  it.each([
    'status=done',
    'page=0',
    'perPage=101',
    'page=x',
    'sort=id',
    'page=1&page=2',
    'page=%ff',
  ])('refuses ?%s with a message for the parameter (C5.1)', async (query) => {
    const { status, body } = await depot.send('GET', `runs?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_query']);
  });
});

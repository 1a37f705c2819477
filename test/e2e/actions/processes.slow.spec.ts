import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { TestProcesses } from '../../support/test-processes.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

/** A start takes about a second, so that `npm test` runs few; `npm run test:runs` sets 50. */
const KILLS = Number(process.env.TEST_KILLS ?? 6);
/** Milliseconds for a start and what follows it on a busy machine. */
const SLOWEST_START = 300_000;

interface Started {
  readonly process: ChildProcess;
  /**
   * Runs the action over all sacks and returns the response, or `null` if the process ends first.
   */
  run(): Promise<{ status: number; body: any } | null>;
}

const processes = new TestProcesses();
let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
afterAll(async () => {
  processes.end();
  await depot.stop();
});

async function start(milliseconds: number, stopAt = 0): Promise<Started> {
  const environment = {
    DATABASE_URL: depot.url,
    PAUSE: String(milliseconds),
    STOP_AT: String(stopAt),
  };
  const [child, line] = await processes.start('test/e2e/actions/depot-process.ts', environment);
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = '{"repositories":"all"}';
  const run: Started['run'] = async () => {
    try {
      const response = await fetch(`${url}/api/sacks/actions?action=grind-sacks`, {
        method: 'POST',
        headers,
        body,
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  };
  return { process: child, run };
}

const groundKeys = async () =>
  (await depot.database.query(`select id from sacks where state = 'ground' order by id`)).map(
    ([id]) => String(id),
  );

/** Asserts that each chunk is complete or absent, with its rows of the log and its progress. */
async function verifyChunks(): Promise<number> {
  const log = await depot.log();
  const rows = log.filter(({ key }) => key !== null);
  const ground = await groundKeys();
  expect(rows.map(({ key }) => Number(key)).sort((one, other) => one - other)).toEqual(
    ground.map(Number),
  );
  for (const run of log.filter(({ key }) => key === null)) {
    const own = rows.filter(({ batch }) => batch === run.batch);
    expect(own).toHaveLength(Number(run.meta.records ?? 0));
    expect(own.length % 3 === 0 || ground.length === (await depot.states()).length).toBe(true);
  }
  return ground.length;
}

describe('A run whose process ends', () => {
  it(
    `leaves each chunk and its rows complete or absent after SIGKILL, at ${KILLS} random moments (issue, 6)`,
    async () => {
      const count = 1_500;
      await depot.fill(count);
      const reached = new Set<number>();
      for (let at = 0; at < KILLS; at++) {
        if ((await groundKeys()).length === count) await depot.fill(count);
        const { process, run } = await start(1);
        const before = (await groundKeys()).length;
        const running = run();
        // A busy machine might not reach its first chunk in any of them.
        while (at % 2 === 1 && (await groundKeys()).length === before) await pause(5);
        await pause(Math.random() * 300);
        process.kill('SIGKILL');
        await once(process, 'exit');
        await running;
        reached.add(await verifyChunks());
      }
      expect(reached.size).toBeGreaterThan(1);
    },
    (1 + KILLS) * SLOWEST_START,
  );

  it('ends with the current chunk on SIGTERM: the log contains the progress, and the exit code is 0 (issue, 6)', async () => {
    await depot.fill(300);
    const { process, run } = await start(20, 2);
    const [[code, signal], response] = await Promise.all([once(process, 'exit'), run()]);
    expect([code, signal]).toEqual([0, null]);
    const done = await verifyChunks();
    expect(done).toBeLessThan(300);
    expect([response!.status, response!.body.meta]).toEqual([
      503,
      { chunks: done / 3, records: done },
    ]);
    expect((await depot.log())[0]).toMatchObject({
      status: 'failed',
      exception: 'The run stopped because the service is shutting down.',
      meta: { records: done },
    });
  });

  it('can be repeated, and processes no record twice that its filter omits (threats)', async () => {
    const { process, run } = await start(0);
    const response = await run();
    process.kill('SIGKILL');
    expect(response!.status).toBe(200);
    expect(await verifyChunks()).toBe(300);
  });
});

describe('A client that disconnects', () => {
  it('ends its run with the current chunk, and blocks no other request (issue, 6)', async () => {
    await depot.fill(300);
    const leaving = new AbortController();
    await depot.app.listen(0, '127.0.0.1');
    const [server, left] = [depot.app.getHttpServer(), new EventEmitter()];
    server.once('connection', (socket: Socket) => socket.once('close', () => left.emit('seen')));
    let chunks = 0;
    depot.actions.work = async (request, sacks) => {
      chunks += 1;
      await request.update(sacks, { state: 'ground' });
      if (chunks !== 2) return;
      const seen = once(left, 'seen');
      leaving.abort();
      await seen;
    };
    const url = `${await depot.app.getUrl()}/api/sacks/actions?action=grind-sacks`;
    const headers = { ...(await depot.headers('head')), 'content-type': 'application/json' };
    const sent = fetch(url, {
      method: 'POST',
      headers,
      body: '{"repositories":"all"}',
      signal: leaving.signal,
    });
    await expect(sent).rejects.toThrow('aborted');
    while ((await depot.log())[0]?.status === 'running') await pause(20);
    expect(chunks).toBe(2);
    expect(await verifyChunks()).toBe(chunks * 3);
    expect((await depot.log())[0]).toMatchObject({
      status: 'failed',
      exception: 'The run stopped because the caller disconnected.',
    });
    expect((await depot.send('PATCH', 'sacks/300', { title: 'free' })).status).toBe(200);
  });

  it('changes nothing for listed records: the write completes (threats)', async () => {
    await depot.fill(3);
    const leaving = new AbortController();
    depot.actions.work = async (request, sacks) => {
      leaving.abort();
      await pause(30);
      await request.update(sacks, { state: 'ground' });
    };
    const url = `${await depot.app.getUrl()}/api/sacks/actions?action=grind-sacks`;
    const headers = { ...(await depot.headers('head')), 'content-type': 'application/json' };
    const body = JSON.stringify({ repositories: [1, 2, 3] });
    await expect(
      fetch(url, { method: 'POST', headers, body, signal: leaving.signal }),
    ).rejects.toThrow('aborted');
    while ((await depot.log()).length < 3) await pause(10);
    expect(await depot.states()).toEqual(['1 ground', '2 ground', '3 ground']);
  });
});

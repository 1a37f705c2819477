import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { TestProcesses } from '../../support/test-processes.js';
import type { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { until } from '../../support/until.js';
import { show, startDepot } from './run-depot.js';

/** A start takes about a second, so that `npm run test:slow` runs few; `npm run test:runs` sets 50. */
const KILLS = Number(process.env.TEST_KILLS ?? 6);
/** Milliseconds for a start and what follows it on a busy machine. */
const SLOWEST_START = 300_000;
const COUNT = 100 * KILLS;

interface Started {
  readonly process: ChildProcess;
  accept(): Promise<string>;
}

const processes = new TestProcesses();
let depot: SackDepot;
beforeAll(async () => {
  depot = await startDepot({ runs: { concurrency: 0 } });
});
beforeEach(async () => {
  await depot.database.write('delete from action_runs');
  await depot.fill(COUNT);
});
afterAll(async () => {
  processes.end();
  await depot.stop();
});

async function startProcess(milliseconds: number): Promise<Started> {
  const environment = { DATABASE_URL: depot.url, PAUSE: String(milliseconds) };
  const [child, line] = await processes.start('test/e2e/runs/run-process.ts', environment);
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    prefer: 'respond-async',
  };
  const accept = async () => {
    const response = await fetch(`${url}/api/sacks/actions?action=weigh-sacks`, {
      method: 'POST',
      headers,
      body: '{"repositories":"all"}',
    });
    const { data } = (await response.json()) as { data: { id: string } };
    return data.id;
  };
  return { process: child, accept };
}

const runOf = async (id: string) => (await show(depot, id)).body.data;
const hasFinished = (id: string) => async () => (await runOf(id)).status === 'finished';

/** Asserts that the handler's changes of each record were committed once, and the totals are right. */
async function verifyOnce(id: string): Promise<void> {
  const keys = (await depot.log()).flatMap(({ key }) => (key === null ? [] : [Number(key)]));
  expect(keys).toEqual(Array.from({ length: COUNT }, (_none, at) => at + 1));
  expect(await runOf(id)).toMatchObject({
    ...{ status: 'finished', processed: COUNT, total: COUNT, error: null },
    result: (COUNT * (COUNT + 1)) / 2,
  });
}

describe('A run whose process ends', () => {
  it(
    `goes on in others, and handles each record once, after SIGKILL at ${KILLS} random moments (C14.3)`,
    async () => {
      const first = await startProcess(5);
      const id = await first.accept();
      let working = first;
      const reached = new Set<number>();
      for (let at = 0; at < KILLS; at++) {
        const before = (await runOf(id)).processed;
        // A busy machine might not reach its first chunk.
        await until(async () => (await runOf(id)).processed > before);
        await pause(Math.random() * 60);
        working.process.kill('SIGKILL');
        await once(working.process, 'exit');
        reached.add((await runOf(id)).processed);
        working = await startProcess(5);
      }
      await until(hasFinished(id));
      working.process.kill('SIGKILL');
      await verifyOnce(id);
      expect(reached.size).toBeGreaterThan(1);
    },
    (2 + KILLS) * SLOWEST_START,
  );

  it(
    'goes on at once in another one after SIGTERM, with the exit code 0 (C14.3)',
    async () => {
      const [first, second] = [await startProcess(5), await startProcess(0)];
      const id = await first.accept();
      await until(async () => (await runOf(id)).processed > 0);
      first.process.kill('SIGTERM');
      const [code] = await once(first.process, 'exit');
      expect(code).toBe(0);
      await until(hasFinished(id));
      second.process.kill('SIGKILL');
      await verifyOnce(id);
    },
    3 * SLOWEST_START,
  );
});

import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { TestProcesses } from '../../support/test-processes.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

/** A start takes about a second, so that the slow tests run few; `npm run verify:kills` sets 100. */
const KILLS = Number(process.env.TEST_KILLS ?? 4);
const CLIENTS = 4;
/** Milliseconds for a start and what follows it on a busy machine. */
const SLOWEST_START = 300_000;

interface Node {
  readonly process: ChildProcess;
  readonly url: string;
  readonly token: string;
}

/** What a client keeps of a request that it sends until it gets a response. */
interface Finished {
  readonly key: string;
  readonly title: string;
  readonly response: string;
}

const processes = new TestProcesses();
let demo: DemoApp;
let node: Promise<Node>;
const finished: Finished[] = [];

beforeAll(async () => {
  demo = await startDemo();
  node = start();
});
afterAll(async () => {
  processes.end();
  await demo.close();
});

async function start(): Promise<Node> {
  const [process, line] = await processes.start('test/e2e/safe-writes/demo-process.ts', {
    DATABASE_URL: demo.url,
    STORAGE_PATH: demo.storage,
    LOG_LEVEL: 'silent',
  });
  return { process, ...(JSON.parse(line) as { url: string; token: string }) };
}

/** Returns the first response to a store that shows whether it was executed. */
async function store(key: string, title: string): Promise<string> {
  for (;;) {
    const { url, token } = await node;
    try {
      const response = await fetch(`${url}/api/posts`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ title, status: 'draft' }),
      });
      const text = await response.text();
      if (response.status !== 409 && response.status < 500) return `${response.status} ${text}`;
    } catch {
      // The process was killed: the client does not know what it has done.
    }
    await pause(20);
  }
}

async function storeUntil(client: number, ended: () => boolean): Promise<void> {
  for (let at = 0; !ended(); at++) {
    const key = `client-${client}-${at}`;
    const title = `Killed ${client} ${at}`;
    finished.push({ key, title, response: await store(key, title) });
  }
}

describe('A client that sends a request until it gets a response (C13.2)', () => {
  it(
    `stores each record once, through ${KILLS} kills at random moments`,
    async () => {
      let isOver = false;
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        storeUntil(client, () => isOver),
      );
      for (let kill = 0; kill < KILLS; kill++) {
        const { process } = await node;
        await pause(Math.random() * 300);
        process.kill('SIGKILL');
        await once(process, 'exit');
        node = start();
      }
      isOver = true;
      await Promise.all(clients);
      const rows = await demo.database.query(
        `select title, count(*) from posts where title like 'Killed %' group by title`,
      );
      expect(new Map(rows.map(([title, count]) => [String(title), Number(count)]))).toEqual(
        new Map(finished.map(({ title }) => [title, 1])),
      );
      for (const { key, title, response } of finished) {
        expect(response).toMatch(/^201 /);
        expect(await store(key, title)).toBe(response);
      }
      (await node).process.kill('SIGKILL');
    },
    (2 + KILLS) * SLOWEST_START,
  );

  it('is executed by one of two nodes that receive the key at the same moment', async () => {
    const nodes = await Promise.all([start(), start()]);
    for (let at = 0; at < 20; at++) {
      const body = JSON.stringify({ title: `Both ${at}`, status: 'draft' });
      const statuses = await Promise.all(
        nodes.map(async ({ url, token }) => {
          const headers = {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': `both-${at}`,
          };
          const sent = await fetch(`${url}/api/posts`, { method: 'POST', headers, body });
          return sent.status;
        }),
      );
      expect(statuses).toContain(201);
      for (const status of statuses) expect([201, 409]).toContain(status);
    }
    const [row] = await demo.database.query(`select count(*) from posts where title like 'Both %'`);
    expect(Number(row![0])).toBe(20);
  });
});

import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledProject } from '../../support/compiled-project.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { png } from '../../support/images.js';

/** A start takes about a second, so that the slow tests run few; `npm run test:runs` sets more. */
const KILLS = Number(process.env.TEST_KILLS ?? 4);
const CLIENTS = 4;
const SLOWEST_START = 40_000;

interface Node {
  readonly process: ChildProcess;
  readonly url: string;
  readonly token: string;
}

/** A request: executing it twice leaves other rows, or has another response, than once. */
interface Request {
  readonly key: string;
  readonly kind: 'store' | 'attach' | 'upload' | 'action';
  readonly path: string;
  readonly body: object | FormData;
}

/** What a client keeps of a request that it sends until it gets a response. */
interface Finished extends Request {
  readonly response: string;
}

let project: CompiledProject;
let demo: DemoApp;
let node: Promise<Node>;
const finished: Finished[] = [];

beforeAll(async () => {
  project = new CompiledProject('src', 'demo', 'test/e2e/safe-writes');
  demo = await startDemo();
  node = start();
}, 60_000);
afterAll(async () => {
  project.remove();
  await demo.close();
});

async function start(): Promise<Node> {
  const [process, line] = await project.start('test/e2e/safe-writes/demo-process.ts', {
    DATABASE_URL: demo.url,
    STORAGE_PATH: demo.storage,
    LOG_LEVEL: 'silent',
  });
  return { process, ...(JSON.parse(line) as { url: string; token: string }) };
}

/** Returns the first response that shows whether the request was executed. */
async function send({ key, path, body }: Request): Promise<string> {
  const isForm = body instanceof FormData;
  for (;;) {
    const { url, token } = await node;
    try {
      const response = await fetch(`${url}/api/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          ...(!isForm && { 'content-type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status !== 409 && response.status < 500) return `${response.status} ${text}`;
    } catch {
      // The process was killed: the client does not know what it has done.
    }
    await pause(20);
  }
}

function logo(name: string): FormData {
  const body = new FormData();
  body.set('name', name);
  body.set('logo', new Blob([png()]), 'logo.png');
  return body;
}

/** Stores a post, tags it, stores a company with a file, and runs an action, again and again. */
async function writeUntil(client: number, ended: () => boolean): Promise<void> {
  for (let at = 0; !ended(); at++) {
    const name = `Killed ${client} ${at}`;
    const write = async (kind: Request['kind'], path: string, body: object): Promise<string> => {
      const request = { key: `${kind}-${client}-${at}`, kind, path, body };
      const response = await send(request);
      finished.push({ ...request, response });
      return response;
    };
    const stored = await write('store', 'posts', { title: name, status: 'draft' });
    const { id } = dataOf(stored);
    await write('attach', `posts/${id}/attach/tags`, { tags: ['art'] });
    await write('upload', 'companies', logo(name));
    await write('action', 'posts/actions?action=import-posts', { count: 1 });
  }
}

const dataOf = (response: string) =>
  (JSON.parse(response.slice(4)) as { data: { id: string; attributes: { logo: string } } }).data;
const finishedOf = (kind: Request['kind']) => finished.filter((each) => each.kind === kind);

/** Waits for a response, for at most five seconds: a machine may be busy. */
async function progress(before: number): Promise<void> {
  for (let waited = 0; finished.length === before && waited < 5_000; waited += 20) await pause(20);
}

const countOf = async (table: string, condition: string): Promise<number> =>
  Number((await demo.database.query(`select count(*) from ${table} where ${condition}`))[0]![0]);

describe('A client that sends a request until it gets a response (C13.2)', () => {
  it(
    `writes once: records, pivots, files and actions, through ${KILLS} kills at random moments`,
    async () => {
      let isOver = false;
      const imported = "title = 'Imported draft 1'";
      const before = await countOf('posts', imported);
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        writeUntil(client, () => isOver),
      );
      for (let kill = 0; kill < KILLS; kill++) {
        const { process } = await node;
        // Half of the kills hit a node that has not responded yet, half one that works.
        if (kill % 2 === 1) await progress(finished.length);
        await pause(Math.random() * 300);
        process.kill('SIGKILL');
        await once(process, 'exit');
        node = start();
      }
      isOver = true;
      await Promise.all(clients);
      for (const table of ['posts', 'companies']) {
        const name = table === 'posts' ? 'title' : 'name';
        const rows = await demo.database.query(
          `select ${name}, count(*) from ${table} where ${name} like 'Killed %' group by ${name}`,
        );
        const requests = finishedOf(table === 'posts' ? 'store' : 'upload');
        expect([rows.length, rows.filter(([, count]) => Number(count) !== 1)]).toEqual([
          requests.length,
          [],
        ]);
      }
      expect((await countOf('posts', imported)) - before).toBe(finishedOf('action').length);
      const { url } = await node;
      for (const { response } of finishedOf('upload')) {
        const file = await fetch(`${url}${dataOf(response).attributes.logo}`);
        expect(Buffer.from(await file.arrayBuffer())).toEqual(png());
      }
      for (const { response, ...request } of finished) {
        // A second attach would be rejected.
        expect(response).toMatch(request.kind === 'action' ? /^200 / : /^201 /);
        expect(await send(request)).toBe(response);
      }
      console.log(`${KILLS} kills, ${finished.length} requests, each executed once.`);
      (await node).process.kill('SIGKILL');
    },
    (2 + KILLS) * SLOWEST_START,
  );

  it(
    'is executed by one of two nodes that receive the key at the same moment',
    async () => {
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
      const [row] = await demo.database.query(
        `select count(*) from posts where title like 'Both %'`,
      );
      expect(Number(row![0])).toBe(20);
    },
    SLOWEST_START,
  );
});

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

/** A request that a client sends until it gets a response. */
interface KeyedRequest {
  readonly key: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
  /** Values that nothing else contains: each is logged once for each time the request is executed. */
  readonly marks: readonly string[];
}

interface Received {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** What a client keeps of a request. */
interface Finished {
  readonly request: KeyedRequest;
  readonly response: Received;
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

async function sendTo({ url, token }: Node, request: KeyedRequest): Promise<Received> {
  const { key, method, path, body } = request;
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    text: await response.text(),
    isReplayed: response.headers.get('idempotency-replayed') === 'true',
  };
}

/** Returns the first response to a request that shows whether it was executed. */
async function send(request: KeyedRequest): Promise<Received> {
  for (;;) {
    const to = await node;
    try {
      const response = await sendTo(to, request);
      if (response.status !== 409 && response.status < 500) return response;
    } catch {
      // The process was killed: the client does not know what it has done.
    }
    await pause(20);
  }
}

type Turn = (name: string, ownPost: string) => Omit<KeyedRequest, 'key'>;

const store: Turn = (name) => ({
  method: 'POST',
  path: '/posts',
  body: { title: `${name}.`, status: 'draft' },
  marks: [`${name}.`],
});

const patch: Turn = (name, ownPost) => ({
  method: 'PATCH',
  path: `/posts/${ownPost}`,
  body: { title: `${name}.` },
  marks: [`${name}.`],
});

const storeTogether: Turn = (name) => {
  const marks = [`${name} first.`, `${name} second.`];
  const body = marks.map((title) => ({ title, status: 'draft' }));
  return { method: 'POST', path: '/posts/bulk', body, marks };
};

/** Its transaction has two attempts: the hash, which takes long, is computed between them. */
const storeUser: Turn = (name) => {
  const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`;
  return {
    method: 'POST',
    path: '/users',
    body: { name, email, password: 'long enough' },
    marks: [email],
  };
};

/** Only one client stores users: it rarely gets a response before the next kill. */
const turnsOf = (client: number): readonly Turn[] =>
  client === 0
    ? [store, patch, storeTogether, storeUser]
    : [store, patch, storeTogether, patch, store];

/** Sends requests until the test is over, of each kind at least one. */
async function sendUntil(client: number, ended: () => boolean): Promise<void> {
  const turns = turnsOf(client);
  let ownPost = '';
  for (let at = 0; at < turns.length || !ended(); at++) {
    const request = {
      ...turns[at % turns.length]!(`Killed ${client} ${at}`, ownPost),
      key: `client-${client}-${at}`,
    };
    const response = await send(request);
    if (at === 0) ownPost = (JSON.parse(response.text) as { data: { id: string } }).data.id;
    finished.push({ request, response });
  }
}

/** Returns how often each mark was logged. Passwords are masked, and emails are in lower case. */
async function logged(): Promise<ReadonlyMap<string, number>> {
  const rows = await demo.database.query('select changes from action_logs');
  const counts = new Map<string, number>();
  for (const [changes] of rows) {
    const { title, email } = (typeof changes === 'string' ? JSON.parse(changes) : changes) as {
      readonly title?: string;
      readonly email?: string;
    };
    const mark = email ?? title ?? '';
    if (/^killed[ -]/i.test(mark)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

/** Returns how many rows a table has for each value of a column that begins with `killed`. */
async function rowsBy(table: string, column: string): Promise<ReadonlyMap<string, number>> {
  const rows = await demo.database.query(
    `select ${column}, count(*) from ${table} where lower(${column}) like 'killed%' group by ${column}`,
  );
  return new Map(rows.map(([value, count]) => [String(value), Number(count)]));
}

const onceEach = (marks: readonly string[]): ReadonlyMap<string, number> =>
  new Map(marks.map((mark) => [mark, 1]));

/** The titles and emails that must be stored: of each post the last one that it got. */
function expectedRows() {
  const marksOf = (isOf: (request: KeyedRequest) => boolean) =>
    finished.filter(({ request }) => isOf(request)).flatMap(({ request }) => request.marks);
  const patched = new Map(
    finished
      .filter(({ request }) => request.method === 'PATCH')
      .map(({ request }) => [request.path, request.marks[0]!]),
  );
  const replaced = new Set(
    finished
      .filter(({ request }) => request.key.endsWith('-0'))
      .map(({ request }) => request.marks[0]!),
  );
  const stored = marksOf(({ path }) => path === '/posts' || path === '/posts/bulk');
  return {
    titles: [...stored.filter((title) => !replaced.has(title)), ...patched.values()],
    emails: marksOf(({ path }) => path === '/users'),
  };
}

describe('A client that sends a request until it gets a response (C13.2)', () => {
  it(
    `has each request executed once, through ${KILLS} kills at random moments`,
    async () => {
      let isOver = false;
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        sendUntil(client, () => isOver),
      );
      for (let kill = 0; kill < KILLS; kill++) {
        const { process } = await node;
        // Now and then long enough for a user, whose hash takes half a second.
        await pause(Math.random() * (kill % 4 === 3 ? 2_000 : 300));
        process.kill('SIGKILL');
        await once(process, 'exit');
        node = start();
      }
      isOver = true;
      await Promise.all(clients);

      const { titles, emails } = expectedRows();
      expect(await rowsBy('posts', 'title')).toEqual(onceEach(titles));
      expect(await rowsBy('users', 'email')).toEqual(onceEach(emails));
      expect(emails.length).toBeGreaterThan(0);
      expect(await logged()).toEqual(onceEach(finished.flatMap(({ request }) => request.marks)));
      for (const { request, response } of finished) {
        const { status, text } = response;
        expect([request.path, status]).toEqual([
          request.path,
          request.method === 'POST' ? 201 : 200,
        ]);
        expect(await send(request)).toEqual({ status, text, isReplayed: true });
      }
      (await node).process.kill('SIGKILL');
    },
    (2 + KILLS) * SLOWEST_START,
  );

  it('is executed by one of two nodes that receive the key at the same moment', async () => {
    const nodes = await Promise.all([start(), start()]);
    for (let at = 0; at < 20; at++) {
      const request: KeyedRequest = {
        key: `both-${at}`,
        method: 'POST',
        path: '/posts',
        body: { title: `Both ${at}`, status: 'draft' },
        marks: [],
      };
      const responses = await Promise.all(nodes.map((each) => sendTo(each, request)));
      for (const { status } of responses) expect([201, 409]).toContain(status);
      const stored = responses.filter(({ status }) => status === 201);
      expect(stored.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
      expect(new Set(stored.map(({ text }) => text)).size).toBe(1);
    }
    const [row] = await demo.database.query(`select count(*) from posts where title like 'Both %'`);
    expect(Number(row![0])).toBe(20);
  });
});

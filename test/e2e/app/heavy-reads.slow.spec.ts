import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { TestProcesses } from '../../support/test-processes.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

/** Megabytes of heap. */
const HEAP = 512;
/** Minimum of short requests of each kind that succeed while the long ones run. */
const SHORT = 20;
const CALLERS = 200;

/**
 * Sends requests at the same time from a thread of its own, counts the statuses and discards the
 * bodies.
 */
const load = `
  const { parentPort, workerData: { urls, headers } } = require('node:worker_threads');
  const { get } = require('node:http');
  const ask = (url) => new Promise((resolve) => {
    get(url, { headers, agent: false }, (response) => {
      const status = response.statusCode + (response.headers['retry-after'] ? ' later' : '');
      response.resume().on('end', () => resolve(status)).on('error', () => resolve('cut'));
    }).on('error', (error) => resolve(error.code));
  });
  Promise.all(urls.map(ask)).then((statuses) => parentPort.postMessage(statuses));
`;

let demo: DemoApp;
const processes = new TestProcesses();
let service: ChildProcess;
let address: string;
let storage: string;
let attacker: Readonly<Record<string, string>>;
let other: Readonly<Record<string, string>>;

beforeAll(async () => {
  demo = await startDemo();
  attacker = { authorization: `Bearer ${await demo.tokenOf('admin')}` };
  other = { authorization: `Bearer ${await demo.tokenOf('reader')}` };
  const preferences = JSON.stringify({ theme: 'x'.repeat(900_000) });
  await demo.database.write('update users set preferences = ? where id between 5 and 44', [
    preferences,
  ]);
  await demo.database.write('update posts set description = ? where id <= 300', [
    '\u0001"é'.repeat(10_000),
  ]);
  storage = await mkdtemp(join(tmpdir(), 'resource-api-files-'));
  const [child, line] = await processes.start('test/e2e/app/slow-process.ts', {
    ...{ DATABASE_URL: demo.url, STORAGE_PATH: storage, LOG_LEVEL: 'silent' },
    ...{ GRACE: '1000', NODE_OPTIONS: `--max-old-space-size=${HEAP}` },
  });
  service = child;
  address = line;
});
afterAll(async () => {
  processes.end();
  await demo?.close();
  await rm(storage, { recursive: true, force: true });
});

/**
 * @returns the status of each request, followed by `later` if it may be retried
 */
function sendTogether(paths: readonly string[]): Promise<readonly string[]> {
  const urls = paths.map((path) => address + path);
  return new Promise((resolve, reject) => {
    new Worker(load, { eval: true, workerData: { urls, headers: attacker } })
      .on('message', resolve)
      .on('error', reject);
  });
}

/**
 * Sends short requests one after the other while the callback runs.
 *
 * @returns how many succeeded
 */
async function requestMeanwhile(path: string, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = (): void => void (isOver = true);
  work.then(end, end);
  let count = 0;
  for (; !isOver; count++) {
    const response = await fetch(address + path, { headers: other });
    await response.text();
    expect([path, response.status]).toEqual([path, 200]);
  }
  return count;
}

const many = (...paths: readonly string[]) =>
  Array.from({ length: CALLERS }, (_each, at) => `/api${paths[at % paths.length]!}`);

describe.each([
  [
    'that would be far too large',
    many(
      '/posts?perPage=100&include=user.posts.user&relatablePerPage=5',
      '/users?perPage=100&sort=id',
    ),
  ],
  [
    'of the maximum size',
    many('/users?perPage=30&sort=id', '/posts?perPage=60&sort=id&include=comments'),
  ],
  [
    'with the maximum number of records',
    many('/users?perPage=100&include=posts.comments,roles&relatablePerPage=20&fields[users]=name'),
  ],
  [
    'that search every string',
    many('/posts?search=e%20a&sort=-title&perPage=100', '/users?search=e&sort=phone.number'),
  ],
])(`${CALLERS} reads at the same time %s, with ${HEAP} MB of heap (C12)`, (_what, paths) => {
  it('neither end the process nor block short requests', async () => {
    const responded = sendTogether(paths);
    const responses = await Promise.all([
      requestMeanwhile('/health/live', responded),
      requestMeanwhile('/api/users/1', responded),
      requestMeanwhile('/api/posts?perPage=5&fields[posts]=title', responded),
    ]);
    const statuses = await responded;
    expect(service.exitCode).toBeNull();
    expect(new Set(['200', '400', '503 later', ...statuses])).toEqual(
      new Set(['200', '400', '503 later']),
    );
    expect(Math.min(...responses)).toBeGreaterThanOrEqual(SHORT);
  });
});

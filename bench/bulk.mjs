/**
 * `npm run bench:bulk`, after `npm run build`: what safe writes cost beside plain ones, on SQLite in
 * this process. Prints the processor time of a request in milliseconds, the median of the rounds,
 * and how many statements it sends: single writes of the demo's posts with each of the headers,
 * reverts, and bulk stores, whose figures are per record. The last line compares whole bulks, of
 * 1,000 records and of 100.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployment } from '../dist/demo/deployment.js';
import { User } from '../dist/demo/resources/users/user.entity.js';
import { readEnvironment } from '../dist/src/index.js';
import { createTestApplication } from '../dist/src/tooling/testing/index.js';

const ROUNDS = 15;
const WARM_UP = 3;
const folder = mkdtempSync(join(tmpdir(), 'resource-api-bulk-'));
const database = `sqlite:${join(folder, 'bulk.sqlite')}`;
const environment = { DATABASE_URL: database, STORAGE_PATH: folder, LOG_LEVEL: 'silent' };
const test = await createTestApplication({
  ...deployment(readEnvironment(environment)),
  database,
});
const admin = await test.factory(User).create({ is_admin: true });
const client = test.as(admin);

const posts = (count) =>
  Array.from({ length: count }, (_none, at) => ({
    title: `Post ${at}`,
    body: 'A text of about fifty characters, as in a comment.',
    status: 'draft',
  }));

async function verified(sending, ...statuses) {
  const { status, body, headers } = await sending;
  if (!statuses.includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { body, headers };
}

const stored = async () => (await verified(client.post('/posts', posts(1)[0]), 201)).body.data.id;
const target = await stored();
const path = `/posts/${target}`;

let turn = 0;
const patch = (headers, ...statuses) =>
  verified(
    client.with(headers).send('PATCH', path, { title: `Title ${++turn}` }),
    ...(statuses.length > 0 ? statuses : [200]),
  );
const key = () => ({ 'idempotency-key': `bench-${++turn}` });
const dry = { prefer: 'tx=rollback' };
let etag = '';

async function lastRow() {
  const [[id]] = await test.database.query('select max(id) from action_logs');
  return id;
}

/** Each returns a function that sends `count` requests, or writes `count` records in bulk. */
const repeated = (count, send) => async () => {
  for (let at = 0; at < count; at++) await send(at);
};

/** Returns the milliseconds of processor time, of this process and its threads. */
async function processorTime(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

/** What is measured: its name, how many requests or records, what precedes it, and itself. */
const works = [
  ['patch', 100, null, repeated(100, () => patch({}))],
  ['patch with If-Match', 100, readVersion, repeated(100, patchVersion)],
  ['patch with Idempotency-Key', 100, null, repeated(100, () => patch(key()))],
  ['patch with max-affected', 100, null, repeated(100, () => patch({ prefer: 'max-affected=1' }))],
  ['patch, previewed', 100, null, repeated(100, () => patch(dry))],
  ['patch, reverted', 100, patchOften, revertOften],
  ['store', 100, null, repeated(100, stored)],
  ['store in bulk of 100', 100, null, () => bulk(100)],
  ['store in bulk of 1,000', 1_000, null, () => bulk(1_000)],
  ['store in bulk of 100, with Idempotency-Key', 100, null, () => bulk(100, key())],
  ['store in bulk of 100, previewed', 100, null, () => bulk(100, dry, 200)],
];

async function bulk(count, headers = {}, status = 201) {
  await verified(client.with(headers).send('POST', '/posts/bulk', posts(count)), status);
}

async function readVersion() {
  etag = (await verified(client.get(path), 200)).headers.etag;
}

async function patchVersion() {
  etag = (await patch({ 'if-match': etag })).headers.etag;
}

let firstRow = 0;
async function patchOften() {
  firstRow = (await lastRow()) + 1;
  await repeated(100, () => patch({}))();
}

async function revertOften() {
  for (let row = firstRow + 99; row >= firstRow; row--)
    await verified(client.post(`/action_logs/${row}/revert`), 200);
}

try {
  const times = new Map(works.map(([name]) => [name, []]));
  const statements = new Map();
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const [name, count, prepare, work] of works) {
      await prepare?.();
      let sent = 0;
      const stop = test.database.observe(() => (sent += 1));
      const time = await processorTime(work);
      stop();
      if (round < 0) continue;
      times.get(name).push(time / count);
      statements.set(name, sent / count);
    }
  const plain = (name) => (name.startsWith('patch') ? 'patch' : 'store');
  const width = Math.max(...works.map(([name]) => name.length));
  for (const [name, all] of times) {
    const time = median(all);
    const figures = [`${time.toFixed(2)} ms`, `${statements.get(name).toFixed(2)} statements`];
    const beside = `  ${(time / median(times.get(plain(name)))).toFixed(2)} times a ${plain(name)}`;
    console.log(`${name.padEnd(width)}  ${figures.join('  ')}${beside}`);
  }
  const [small, large] = [100, 1_000].map(
    (count) => count * median(times.get(`store in bulk of ${count.toLocaleString('en')}`)),
  );
  console.log(
    `A bulk of 1,000 takes ${large.toFixed(1)} ms, ${(large / small).toFixed(2)} times one of 100 with ${small.toFixed(2)} ms.`,
  );
} finally {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
}

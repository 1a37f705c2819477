/**
 * `npm run bench:bulk`, after `npm run build`: the processor time of bulk stores of 100 and of
 * 1,000 posts of the demo, and of 100 single stores, on SQLite in this process. Prints the median
 * of the rounds in milliseconds. Exits with 1 if 1,000 records cost more than 6 times as much as
 * 100 (C13.5).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployment } from '../dist/demo/deployment.js';
import { User } from '../dist/demo/resources/users/user.entity.js';
import { readEnvironment } from '../dist/src/index.js';
import { createTestApplication } from '../dist/src/testing/index.js';

const ROUNDS = 15;
/** How often the cost of 100 records those of 1,000 may be. */
const MOST = 6;
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

async function bulk(count) {
  const { status, body } = await client.post('/posts/bulk', posts(count));
  if (status !== 201) throw new Error(JSON.stringify(body));
}

async function singles(count) {
  for (const post of posts(count)) await client.post('/posts', post);
}

/** Returns the milliseconds of processor time, of this process and its threads. */
async function processorTime(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

try {
  const works = {
    'bulk of 100': () => bulk(100),
    'bulk of 1,000': () => bulk(1_000),
    '100 single': () => singles(100),
  };
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = -3; round < ROUNDS; round++)
    for (const [name, work] of Object.entries(works)) {
      const time = await processorTime(work);
      if (round >= 0) times[name].push(time);
    }
  const medians = Object.entries(times).map(([name, all]) => [name, median(all)]);
  for (const [name, time] of medians) console.log(`${name}: ${time.toFixed(1)} ms`);
  const [[, few], [, many], [, single]] = medians;
  console.log(`1,000 / 100 in bulk: ${(many / few).toFixed(1)}`);
  if (many / few > MOST) process.exitCode = 1;
  console.log(`1,000 in bulk / 100 single: ${(many / single).toFixed(1)}`);
} finally {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
}

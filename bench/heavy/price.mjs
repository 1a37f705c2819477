/**
 * `npm run bench:heavy -- --price` runs this on a copy of the dataset, whose address is in
 * `DATABASE_URL`: the processor time of short requests with worker threads and without. Both
 * services run in this process and take turns, so that a busy machine slows down both. Prints the
 * milliseconds per request of the fastest round, and of the median.
 */
import { randomBytes } from 'node:crypto';
import { createBench } from '../../var/bench/app/bench/server/create-bench.js';
import { issueToken } from '../../var/bench/app/bench/server/issue-token.js';
import { DATABASE } from '../../var/bench/app/src/index.js';

const ROUNDS = 60;
const WARM_UP = 10;
const kinds = {
  R1: { requests: 100, path: (number) => `/users/${(number % 10_000) + 1}?include=posts,roles` },
  R2: {
    requests: 20,
    path: (number) => `/users?include=posts.comments&page=${(number % 666) + 1}`,
  },
};

const url = process.env.DATABASE_URL;
const token = randomBytes(32).toString('base64url');
async function start(readWorkers) {
  const app = await createBench(url, { readWorkers, logLevel: 'error' });
  await app.init();
  await issueToken(app.get(DATABASE), token, '1');
  return { app, server: app.getHttpAdapter().getInstance() };
}

let number = 0;
async function send(server, { requests, path }) {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  for (let sent = 0; sent < requests; sent += 1) {
    number += 37;
    const { statusCode, body } = await server.inject({ url: `/api${path(number)}`, headers });
    if (statusCode !== 200) throw new Error(body);
  }
}

/** Returns the milliseconds of processor time, of this process and its threads. */
async function processorTime(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const services = { without: await start(0), with: await start(1) };
for (const [key, kind] of Object.entries(kinds)) {
  const times = { without: [], with: [] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1)
    for (const name of round % 2 === 0 ? ['without', 'with'] : ['with', 'without']) {
      const time = await processorTime(() => send(services[name].server, kind));
      if (round >= 0) times[name].push(time / kind.requests);
    }
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, other) => one - other);
    const [least, median] = [sorted[0], sorted[sorted.length >> 1]];
    console.log(
      `${key} ${name.padEnd(8)} least ${least.toFixed(3)} ms, median ${median.toFixed(3)} ms`,
    );
  }
}
for (const { app } of Object.values(services)) await app.close();

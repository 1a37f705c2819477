/**
 * `npm run bench:starts`: what a start of the demo costs on its seeded database, started like `npm
 * start`. See README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { measureStarts } from './runner/measure-starts.mjs';
import { runBench } from './runner/run-bench.mjs';
import { root } from './servers.mjs';

const { BENCH_BEFORE } = process.env;
const checkouts = [
  { name: 'demo', folder: root },
  ...(BENCH_BEFORE ? [{ name: 'demo before', folder: resolve(BENCH_BEFORE) }] : []),
];

/** The demo of a checkout, with a database and files of its own. */
const groundOf = ({ name, folder }, data) => ({
  server: {
    name,
    command: [process.execPath, join(folder, 'dist', 'demo', 'main.js')],
    env: { NODE_ENV: 'development', STORAGE_PATH: join(data, `${name} files`) },
    prefix: '/api',
  },
  address: `sqlite:${join(data, `${name}.sqlite`)}`,
});

/** What monitoring, a reader of the reference page and a caller first ask for. */
async function sendFirstRequests({ base }) {
  const { origin } = new URL(base);
  await ask(`${origin}/health/ready`);
  await ask(`${origin}/docs/openapi.json`);
  const json = { 'content-type': 'application/json' };
  const account = JSON.stringify({ email: 'reader@example.com', password: 'password' });
  const login = await ask(`${base}/login`, { method: 'POST', headers: json, body: account });
  const headers = { authorization: `Bearer ${JSON.parse(login).access_token}` };
  await ask(`${base}/users?include=posts`, { headers });
}

async function ask(url, request) {
  const response = await fetch(url, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responds with ${response.status}: ${text}`);
  return text;
}

const describe = ({ server }, { milliseconds, cpu, megabytes, used }) =>
  `${server.name}: listens after ${milliseconds.toFixed(0)} ms (1200 at most) and ${cpu} ms of processor time, in ${megabytes.toFixed(0)} MB (140); ${used.toFixed(0)} MB after the first requests.`;

await runBench(async ({ home, logs, processes }) => {
  for (const { folder } of checkouts) await processes.run(['npm', 'run', 'build'], { cwd: folder });
  const data = mkdtempSync(join(home, 'starts-'));
  try {
    const grounds = checkouts.map((checkout) => groundOf(checkout, data));
    const figures = await measureStarts(grounds, logs, processes, {
      use: sendFirstRequests,
    });
    for (const [at, ground] of grounds.entries()) console.log(describe(ground, figures[at]));
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

/**
 * `npm run bench:heavy`: light requests beside eight clients that send the heaviest requests that
 * the limits allow, on SQLite and PostgreSQL. See README.md.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareDataset } from './dataset/prepare-dataset.mjs';
import { measureLight } from './heavy/light-client.mjs';
import { buildProject } from './runner/build-project.mjs';
import { startCluster } from './runner/cluster.mjs';
import { forgetPeak, peakMemory } from './runner/process-figures.mjs';
import { runBench } from './runner/run-bench.mjs';
import { startServer } from './runner/start-server.mjs';
import { compiled, root, servers } from './servers.mjs';

const CLIENTS = 8;
/** Milliseconds at the 99th percentile that light requests may take beside heavy ones. */
const MAX_P99 = 200;

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: 'api-sqlite,api-pg' },
    seconds: { type: 'string', default: '30' },
    only: { type: 'string' },
    price: { type: 'boolean', default: false },
    workers: { type: 'string' },
  },
});
const seconds = Number(values.seconds);

const clients = join(root, 'bench', 'heavy', 'clients.mjs');
const price = join(root, 'bench', 'heavy', 'price.mjs');

/** Runs the heavy clients, and returns how many requests of each kind ended with which status. */
async function sendHeavy({ base, tokens }, processes) {
  const own = tokens.slice(0, CLIENTS);
  const keys = values.only?.split(',');
  const heavy = JSON.stringify({ base, tokens: own, seconds, keys });
  const env = { PATH: process.env.PATH, HEAVY: heavy };
  return JSON.parse(await processes.run([process.execPath, clients], { env }));
}

const shown = ({ p50, p99, max, failed, sent }) =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${max.toFixed(0)} ms, ${failed} of ${sent} failed`;

async function measure(server, processes) {
  const token = server.tokens[CLIENTS];
  await measureLight(server, token, 3);
  forgetPeak(server.pid);
  const alone = await measureLight(server, token, seconds / 3);
  console.log(`\n${server.name}\n  alone             ${shown(alone)}`);
  console.log(`  peak memory       ${peakMemory(server.pid).toFixed(0)} MB`);
  const heavy = sendHeavy(server, processes);
  const beside = await measureLight(server, token, seconds);
  const counts = await heavy;
  console.log(`  beside the heavy  ${shown(beside)}`);
  console.log(`  peak memory       ${peakMemory(server.pid).toFixed(0)} MB`);
  for (const [kind, ended] of Object.entries(counts))
    console.log(`  ${kind.padEnd(32)} ${JSON.stringify(ended)}`);
  if (beside.p99 > MAX_P99) console.log(`  p99 is above ${MAX_P99} ms.`);
}

/** Prints the processor time of short requests on SQLite with worker threads and without. */
async function measurePrice({ home, logs, processes }) {
  const start = () => startCluster(home, logs, processes);
  const { addresses } = await prepareDataset(home, new Set(['sqlite']), start);
  const env = { PATH: process.env.PATH, DATABASE_URL: addresses.sqlite };
  console.log(await processes.run([process.execPath, price], { env }));
}

await runBench(async ({ home, logs, processes }) => {
  const chosen = servers.filter(({ name }) => values.servers.split(',').includes(name));
  await buildProject(root, compiled, processes);
  if (values.price) return measurePrice({ home, logs, processes });
  const engines = new Set(chosen.map(({ engine }) => engine));
  const dataset = await prepareDataset(home, engines, () => startCluster(home, logs, processes));
  for (const server of chosen) {
    const env = { ...server.env, BENCH_USERS: 'true', BENCH_READ_WORKERS: values.workers ?? '' };
    const address = dataset.addresses[server.engine];
    const running = await startServer({ ...server, env }, address, logs, processes);
    await measure(running, processes);
    running.child.kill();
  }
});

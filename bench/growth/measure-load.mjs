import { setTimeout as sleep } from 'node:timers/promises';
import { askServer } from '../runner/ask-server.mjs';
import { clusterCpuTime, cpuTime, forgetPeak, peakMemory } from '../runner/process-figures.mjs';
import { load } from '../runner/wrk.mjs';

const ROUNDS = 3;
const FIRST_USER = /{\d+-\d+}/g;

/**
 * Loads servers that share a database, each over connections of its own, in rounds after one that
 * warms them up.
 *
 * @param {readonly { base: string, pid: number }[]} replicas
 * @param {string} path in which `{1-666}` is a random number of that range
 * @returns medians of the requests per second of all; CPU milliseconds per request of the servers
 * and of the database; p50 and p99 in milliseconds, of the slowest server; the highest peak of
 * memory of a server in MB; statements per request
 */
export async function measureLoad(
  replicas,
  path,
  { cluster, processes },
  { connections = 16, seconds = 1 } = {},
) {
  const round = async (seed) => {
    const before = timesOf(replicas, cluster);
    const loads = await Promise.all(
      replicas.map((server, at) =>
        load(server, { path }, { seconds, seed: seed + at * 100, connections }, processes),
      ),
    );
    const sum = (name) => loads.reduce((total, each) => total + each[name], 0);
    const [cpu, databaseCpu] = timesOf(replicas, cluster).map(
      (time, at) => (time - before[at]) / sum('requests'),
    );
    const slowest = (name) => Math.max(...loads.map((each) => each[name]));
    return { rate: sum('rate'), cpu, databaseCpu, p50: slowest('p50'), p99: slowest('p99') };
  };
  await round(1_000);
  for (const { pid } of replicas) forgetPeak(pid);
  const rounds = [];
  for (let seed = 1; seed <= ROUNDS; seed++) rounds.push(await round(seed));
  const figures = Object.fromEntries(
    Object.keys(rounds[0]).map((name) => [name, median(rounds.map((each) => each[name]))]),
  );
  const peak = Math.max(...replicas.map(({ pid }) => peakMemory(pid)));
  const [first] = replicas;
  console.log(
    `${first.name}, ${replicas.length} x ${connections} connections, ${path}: ${figures.rate.toFixed(0)} req/s`,
  );
  return { ...figures, peak, statements: await countStatements(first, path) };
}

/**
 * Returns the statements of one request, including the one for token and user. The server first
 * finishes what the load has left.
 */
async function countStatements(server, path) {
  await askServer(server, 'count');
  do await sleep(100);
  while ((await askServer(server, 'count')) > 0);
  // The use of a token is noted every minute, in one of them.
  const counts = [await countOne(server, path), await countOne(server, path)];
  return Math.min(...counts);
}

async function countOne(server, path) {
  const response = await fetch(server.base + path.replace(FIRST_USER, '1'), {
    headers: server.headers,
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${server.name} responds to ${path} with ${response.status}.`);
  return askServer(server, 'count');
}

const timesOf = (replicas, cluster) => [
  replicas.reduce((sum, { pid }) => sum + cpuTime(pid), 0),
  clusterCpuTime(cluster.pid),
];

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

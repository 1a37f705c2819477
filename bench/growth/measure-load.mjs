import { setTimeout as sleep } from 'node:timers/promises';
import { askServer } from '../runner/ask-server.mjs';
import { cpuTime, familyCpuTime, forgetPeak, peakMemory } from '../runner/process-figures.mjs';
import { load } from '../runner/wrk.mjs';

const ROUNDS = 3;
/** Rounds for each server before its first measurement of a method. */
const FIRST_ROUNDS = 5;
const RANGE = /{(\d+)-\d+}/g;

/** Servers that have been measured, by process and method: reads and writes are other code. */
const warm = new Set();

/**
 * Loads servers that share a database, in rounds after some that warm them up.
 *
 * @param {readonly { base: string, pid: number }[]} replicas
 * @param {{ method?: string, path: string, body?: string }} request in whose path and body `{1-666}`
 * is a random number of that range
 * @param {{ connections?: number, seconds?: number, proxy?: { base: string, pid: number } }} load
 * connections for each replica; the proxy spreads the requests if there are several replicas
 * @returns medians of the requests per second; CPU milliseconds per request of the servers, of the
 * database and of the proxy; bytes per response, with its headers; p50 and p99 in milliseconds; the
 * highest peak of memory of a server in MB; statements per request
 */
export async function measureLoad(
  replicas,
  request,
  { cluster, processes },
  { connections = 16, seconds = 1, proxy } = {},
) {
  const [first] = replicas;
  const target = proxy ? { ...first, base: proxy.base } : first;
  const round = async (seed) => {
    const before = timesOf(replicas, cluster, proxy);
    const timing = { seconds, seed, connections: connections * replicas.length };
    const { requests, bytes, rate, p50, p99 } = await load(target, request, timing, processes);
    const [cpu, databaseCpu, proxyCpu] = timesOf(replicas, cluster, proxy).map(
      (time, at) => (time - before[at]) / requests,
    );
    return { rate, cpu, databaseCpu, proxyCpu, bytes: bytes / requests, p50, p99 };
  };
  await warmUp(replicas, request, round);
  for (const { pid } of replicas) forgetPeak(pid);
  const rounds = [];
  for (let seed = 1; seed <= ROUNDS; seed++) rounds.push(await round(seed));
  const figures = Object.fromEntries(
    Object.keys(rounds[0]).map((name) => [name, median(rounds.map((each) => each[name]))]),
  );
  const peak = Math.max(...replicas.map(({ pid }) => peakMemory(pid)));
  console.log(
    `${first.name}, ${replicas.length} x ${connections} connections, ${request.path}: ${figures.rate.toFixed(0)} req/s`,
  );
  return { ...figures, peak, statements: await countStatements(first, request) };
}

/** Each server compiles its own code. */
async function warmUp(replicas, { method = 'GET' }, round) {
  const codes = replicas.map(({ pid }) => `${pid} ${method}`);
  const isCold = codes.some((code) => !warm.has(code));
  const rounds = replicas.length * (isCold ? FIRST_ROUNDS : 1);
  for (let seed = 1; seed <= rounds; seed++) await round(1_000 + seed);
  for (const code of codes) warm.add(code);
}

/**
 * Returns the statements of one request, including the one for token and user. The server first
 * finishes what the load has left.
 */
async function countStatements(server, request) {
  await askServer(server, 'count');
  do await sleep(100);
  while ((await askServer(server, 'count')) > 0);
  // The use of a token is noted every minute, in one of them.
  const counts = [await countOne(server, request), await countOne(server, request)];
  return Math.min(...counts);
}

async function countOne(server, { method, path, body }) {
  const first = (text) => text?.replace(RANGE, '$1');
  const response = await fetch(server.base + first(path), {
    method,
    body: first(body),
    headers: { ...server.headers, ...(body && { 'content-type': 'application/json' }) },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${server.name} responds to ${path} with ${response.status}.`);
  return askServer(server, 'count');
}

const timesOf = (replicas, cluster, proxy) => [
  replicas.reduce((sum, { pid }) => sum + cpuTime(pid), 0),
  familyCpuTime(cluster.pid),
  proxy ? familyCpuTime(proxy.pid) : 0,
];

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

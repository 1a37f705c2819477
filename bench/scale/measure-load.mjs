import { clusterCpuTime, cpuTime } from '../runner/process-figures.mjs';
import { load } from '../runner/wrk.mjs';

const ROUNDS = 3;

/**
 * Loads servers that share an address, in rounds after one that warms them up.
 *
 * @param {{ name: string, base: string, tokens: readonly string[], pids: readonly number[], proxy?:
 * number }} target
 * @param {string} path in which `{1-666}` is a random number of that range
 * @returns medians of requests per second; bytes per response; CPU milliseconds per request of the
 * servers, of the database and of the proxy; p50 and p99 in milliseconds
 */
export async function measureLoad(
  target,
  path,
  { cluster, processes },
  { connections = 16, seconds = 2 } = {},
) {
  const round = async (seed) => {
    const before = timesOf(target, cluster);
    const { requests, bytes, rate, p50, p99 } = await load(
      target,
      { path },
      { seconds, seed, connections },
      processes,
    );
    const after = timesOf(target, cluster);
    const [cpu, databaseCpu, proxyCpu] = after.map((time, at) => (time - before[at]) / requests);
    return { rate, bytes: bytes / requests, cpu, databaseCpu, proxyCpu, p50, p99 };
  };
  // Each process compiles its own code.
  for (const pid of target.pids) await round(pid);
  const rounds = [];
  for (let seed = 1; seed <= ROUNDS; seed++) rounds.push(await round(seed));
  const figures = Object.fromEntries(
    Object.keys(rounds[0]).map((name) => [name, median(rounds.map((each) => each[name]))]),
  );
  console.log(
    `${target.name}, ${connections} connections, ${path}: ${figures.rate.toFixed(0)} req/s`,
  );
  return figures;
}

const timesOf = ({ pids, proxy }, cluster) => [
  pids.reduce((sum, pid) => sum + cpuTime(pid), 0),
  clusterCpuTime(cluster.pid),
  proxy ? clusterCpuTime(proxy) : 0,
];

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

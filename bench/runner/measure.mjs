import { clusterCpuTime, cpuTime, forgetPeak, peakMemory } from './process-figures.mjs';
import { load } from './wrk.mjs';

/**
 * One measurement of one request on one server.
 *
 * @param {number | undefined} clusterPid PostgreSQL's, for servers that stand on it
 * @returns requests a second; CPU milliseconds a request of the server and of the database; p50 and p99 in
 * milliseconds; peak memory of the server in MB
 */
export async function measure(server, path, { seconds, seed, warmUp }, clusterPid, processes) {
  if (warmUp) await load(server, path, { seconds: warmUp, seed: seed + 1_000 }, processes);
  const databaseTime = () => (clusterPid ? clusterCpuTime(clusterPid) : 0);
  forgetPeak(server.pid);
  const before = { server: cpuTime(server.pid), database: databaseTime() };
  const { requests, rate, p50, p99 } = await load(server, path, { seconds, seed }, processes);
  return {
    rate,
    cpu: (cpuTime(server.pid) - before.server) / requests,
    databaseCpu: clusterPid ? (databaseTime() - before.database) / requests : undefined,
    p50,
    p99,
    peak: peakMemory(server.pid),
  };
}

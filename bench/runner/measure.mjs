import { cpuTime, familyCpuTime, forgetPeak, peakMemory } from './process-figures.mjs';
import { runOnce } from './run-once.mjs';
import { load } from './wrk.mjs';

/**
 * Measures one request on one server: for some seconds over many connections, or once if the
 * request is a run over all records.
 *
 * @param {import('../requests.mjs').Request} request
 * @param {number | undefined} clusterPid the process id of PostgreSQL, for servers that use it
 * @returns requests (of a run: chunks) per second; CPU milliseconds per request of the server and
 * of the database; p50 and p99 in milliseconds if there are many requests; peak memory of the
 * server in MB
 */
export async function measure(server, request, { seconds, seed, warmUp }, clusterPid, processes) {
  if (warmUp && !request.records) await warm(server, request, warmUp, seed, processes);
  const databaseTime = () => (clusterPid ? familyCpuTime(clusterPid) : 0);
  forgetPeak(server.pid);
  const before = { server: cpuTime(server.pid), database: databaseTime() };
  const { requests, rate, p50, p99 } = request.records
    ? await runOnce(server, request)
    : await load(server, request, { seconds, seed }, processes);
  return {
    rate,
    cpu: (cpuTime(server.pid) - before.server) / requests,
    databaseCpu: clusterPid ? (databaseTime() - before.database) / requests : undefined,
    p50,
    p99,
    peak: peakMemory(server.pid),
  };
}

/** Sends some thousand requests, or as many as fit into the seconds. */
async function warm(server, request, { requests, seconds }, seed, processes) {
  let sent = 0;
  for (let second = 1; second <= seconds && sent < requests; second++) {
    const timing = { seconds: 1, seed: seed + 1_000 * second };
    sent += (await load(server, request, timing, processes)).requests;
  }
}

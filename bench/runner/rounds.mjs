import { prepareRun } from '../dataset/prepare-run.mjs';
import { isServedBy } from '../requests.mjs';
import { measure } from './measure.mjs';

/**
 * Seconds of the modes. Servers warm up before the first round of a request, each with as many of
 * them: V8 compiles the code of a request during some thousand of them.
 */
export const modes = {
  full: { rounds: 3, seconds: 2, warmUp: { requests: 5_000, seconds: 4 } },
  short: { rounds: 3, seconds: 1, warmUp: { requests: 1_000, seconds: 1 } },
};

/**
 * In this order, because each phase leaves rows and dead rows behind that would slow down the phase
 * before it.
 */
const phases = ['reads', 'writes', 'runs'];

/**
 * Measures every request on every server, round by round, so that a slow moment of the machine
 * affects all of them. The order of the servers rotates with the round.
 *
 * All rounds of a request follow each other: once a server has been idle for a minute, V8 discards
 * the hidden classes of requests with the code that was compiled for them.
 *
 * @returns {Promise<Map<string, object[]>>} the figures of each round, by {@link figuresKey}
 */
export async function runRounds(requests, servers, mode, dataset, processes) {
  const figures = new Map();
  for (const request of inPhases(requests))
    for (let round = 1; round <= mode.rounds; round++)
      for (const server of serversOf(request, turned(servers, round - 1))) {
        const timing = {
          seconds: mode.seconds,
          warmUp: round === 1 ? mode.warmUp : null,
          // Of its own: a write with the numbers of another server would find nothing to change.
          seed: round * servers.length + servers.indexOf(server),
        };
        if (request.records) await prepareRun(server.engine, dataset);
        const clusterPid = server.engine === 'pg' ? dataset.cluster.pid : undefined;
        const measured = await measure(server, request, timing, clusterPid, processes);
        const key = figuresKey(request, server);
        figures.set(key, [...(figures.get(key) ?? []), measured]);
        const rate = `${Math.round(measured.rate)} ${request.records ? 'chunks' : 'req'}/s`;
        console.log(`round ${round}  ${request.key.padEnd(5)}  ${server.name.padEnd(14)}  ${rate}`);
      }
  return figures;
}

const inPhases = (requests) =>
  phases.flatMap((phase) => requests.filter((request) => request.phase === phase));

const serversOf = (request, servers) => servers.filter((server) => isServedBy(request, server));

export const figuresKey = (request, server) => `${request.key} ${server.name}`;

const turned = (list, by) => list.map((_, index) => list[(index + by) % list.length]);

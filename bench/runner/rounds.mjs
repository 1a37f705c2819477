import { measure } from './measure.mjs';

/** Seconds of the two modes; a short run warms up in its first round alone. */
export const modes = {
  full: { rounds: 3, seconds: 4, warmUp: () => 1 },
  short: { rounds: 3, seconds: 1, warmUp: (round) => (round === 1 ? 1 : 0) },
};

/**
 * Measures every request on every server, round by round, so that a slow moment of the machine falls on all of them;
 * the order of the servers turns with the round.
 *
 * @returns {Promise<Map<string, object[]>>} the figures of each round, by {@link figuresKey}
 */
export async function runRounds(requests, servers, mode, clusterPid, processes) {
  const figures = new Map();
  for (let round = 1; round <= mode.rounds; round++) {
    for (const request of requests) {
      for (const server of turned(servers, round - 1)) {
        const timing = { seconds: mode.seconds, warmUp: mode.warmUp(round), seed: round };
        const cluster = server.engine === 'pg' ? clusterPid : undefined;
        const measured = await measure(server, request.path, timing, cluster, processes);
        const key = figuresKey(request, server);
        figures.set(key, [...(figures.get(key) ?? []), measured]);
        console.log(
          `round ${round}  ${request.key.padEnd(3)}  ${server.name.padEnd(10)}  ${Math.round(measured.rate)} req/s`,
        );
      }
    }
  }
  return figures;
}

export const figuresKey = (request, server) => `${request.key} ${server.name}`;

const turned = (list, by) => list.map((_, index) => list[(index + by) % list.length]);

import { isServedBy } from '../requests.mjs';
import { figuresKey } from '../runner/rounds.mjs';

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Returns the figures of the rounds as rows: medians, the spread of the rounds, and the share of
 * the engine's limit. The share is the median of the shares of all rounds, so that a slow moment of
 * the machine, which affects both, does not change it.
 *
 * @param {Map<string, object[]>} figures
 */
export function summarize(requests, servers, figures) {
  return requests.flatMap((request) =>
    servers
      .filter((server) => isServedBy(request, server))
      .map((server) => {
        const limit = servers.find(({ isLimit, engine }) => isLimit && engine === server.engine);
        const roundsOf = (one) => figures.get(figuresKey(request, one));
        const share = limit && shareOf(roundsOf(server), roundsOf(limit));
        const must = server.isProject ? request.must[server.engine] : undefined;
        return { request, server, share, must, ...medians(roundsOf(server)) };
      }),
  );
}

const shareOf = (rounds, limitRounds) =>
  median(rounds.map(({ rate }, index) => rate / limitRounds[index].rate));

function medians(rounds) {
  const of = (name) => median(rounds.map((round) => round[name]));
  const rates = rounds.map(({ rate }) => rate);
  return {
    rate: of('rate'),
    spread: (Math.max(...rates) - Math.min(...rates)) / 2 / of('rate'),
    cpu: of('cpu'),
    databaseCpu: rounds[0].databaseCpu === undefined ? undefined : of('databaseCpu'),
    p50: of('p50'),
    p99: of('p99'),
    peak: Math.max(...rounds.map(({ peak }) => peak)),
  };
}

import { isAnswered } from '../requests.mjs';
import { figuresKey } from '../runner/rounds.mjs';

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * The rounds' figures as rows: medians, how far the rounds lie apart, and the share of the engine's
 * limit. The share is the median of the rounds' own shares, so that a slow moment of the machine,
 * which falls on both, leaves it alone.
 *
 * @param {Map<string, object[]>} figures
 */
export function summarize(requests, servers, figures) {
  return requests.flatMap((request) =>
    servers
      .filter((server) => isAnswered(request, server))
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

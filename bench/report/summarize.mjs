import { isServedBy } from '../requests.mjs';
import { figuresKey } from '../runner/rounds.mjs';

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Returns the figures of the rounds as rows: medians, the spread of the rounds, and the share of
 * the engine's limit, and of the limit behind a token. The share is the median of the shares of all
 * rounds, so that a slow moment of the machine, which affects both, does not change it.
 *
 * @param {Map<string, object[]>} figures
 */
export function summarize(requests, servers, figures) {
  return requests.flatMap((request) =>
    servers
      .filter((server) => isServedBy(request, server))
      .map((server) => {
        const roundsOf = (one) => one && figures.get(figuresKey(request, one));
        const beside = servers.filter(({ engine }) => engine === server.engine);
        const limit = beside.find((one) => one.isLimit && isServedBy(request, one));
        const authorized = beside.find((one) => one.knowsCallers && isServedBy(request, one));
        const rounds = roundsOf(server);
        return {
          request,
          server,
          share: shareOf(rounds, roundsOf(limit)),
          authorizedShare: shareOf(rounds, roundsOf(authorized)),
          must: server.isProject ? request.must[server.engine] : undefined,
          ...medians(rounds),
        };
      }),
  );
}

const shareOf = (rounds, limitRounds) =>
  limitRounds && median(rounds.map(({ rate }, index) => rate / limitRounds[index].rate));

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

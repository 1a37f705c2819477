import { isServedBy } from '../requests.mjs';
import { figuresKey } from '../runner/rounds.mjs';

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The servers with which a row is compared, by the name of the share. */
const references = {
  limit: ({ isLimit, logs }) => isLimit && !logs,
  limitWithLog: ({ isLimit, logs }) => isLimit && logs,
  token: ({ access }) => access === 'token',
  guard: ({ access }) => access === 'guard',
};

/**
 * Returns the figures of the rounds as rows: medians, the spread of the rounds, and the shares of
 * the engine's references. A share is the median of the shares of all rounds, so that a slow moment
 * of the machine, which affects both, does not change it. A logged request is also compared with
 * the plain limit, which serves it without the log.
 *
 * @param {Map<string, object[]>} figures
 */
export function summarize(requests, servers, figures) {
  return requests.flatMap((request) =>
    servers
      .filter((server) => isServedBy(request, server))
      .map((server) => {
        const rounds = figures.get(figuresKey(request, server));
        const shareOfThat = (is) => {
          const reference = servers.find((one) => one.engine === server.engine && is(one));
          const same = reference && sameRequest(request, reference, requests);
          return same && shareOf(rounds, figures.get(figuresKey(same, reference)));
        };
        const shares = Object.fromEntries(
          Object.entries(references).map(([name, is]) => [name, shareOfThat(is)]),
        );
        const must = server.isProject ? request.must[server.engine] : undefined;
        return { request, server, shares, must, ...medians(rounds) };
      }),
  );
}

/** Returns the request as the reference serves it: itself, or the same one without a log. */
function sameRequest(request, reference, requests) {
  if (isServedBy(request, reference)) return request;
  const plain = requests.find(
    (one) => one.key !== request.key && one.path === request.path && one.method === request.method,
  );
  return request.isLogged && plain && isServedBy(plain, reference) ? plain : undefined;
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

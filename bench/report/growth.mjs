import { figuresKey, modes } from '../runner/rounds.mjs';

const ascending = (numbers) => [...numbers].sort((a, b) => a - b);
const at = (share, numbers) => ascending(numbers)[Math.floor(numbers.length * share)];
const median = (numbers) => at(1 / 2, numbers);
const row = (...cells) => `| ${cells.join(' | ')} |`;

/**
 * Compares each server with the first one of its engine, which has the plain dataset and five
 * resources.
 */
function comparisons({ asked, running, figures }) {
  return asked.flatMap((request) =>
    running.map((server) => {
      const first = running.find(({ engine }) => engine === server.engine);
      const rounds = figures.get(figuresKey(request, server));
      const firstRounds = figures.get(figuresKey(request, first));
      const shares = rounds.map(({ rate }, round) => rate / firstRounds[round].rate);
      const middle = `${at(1 / 4, shares).toFixed(2)} to ${at(3 / 4, shares).toFixed(2)}`;
      const cpu = median(rounds.map((round) => round.cpu)).toFixed(3);
      const ofDatabase =
        server.engine === 'pg' ? median(rounds.map((round) => round.databaseCpu)).toFixed(3) : '';
      return row(request.key, server.name, median(shares).toFixed(2), middle, cpu, ofDatabase);
    }),
  );
}

/** Returns the page with the results of a run. */
export function formatGrowth({ asked, running, figures, statements, starts, facts }) {
  const [first] = starts;
  return `# Growth

\`npm run bench:growth\`. Machine: ${facts}; load, server and database share it.

## Rows and resources

Requests per second relative to those with the plain dataset and five resources, in the same round: the median of
${modes.growth.rounds} rounds, and the range of the middle half of them; CPU milliseconds of the server per request.

| request | server | of the first | middle half | CPU ms | of PostgreSQL |
| ------- | ------ | -----------: | ----------: | -----: | ------------: |
${comparisons({ asked, running, figures }).join('\n')}

## Statements

The statements of one request, including the one for token and user.

| question | path | statements | characters |
| -------- | ---- | ---------: | ---------: |
${statements.map(({ title, path, statements: count, length }) => row(title, `\`${path}\``, count, length)).join('\n')}

## Starts

From the start of the process to its listening, on a database that is migrated; resident memory then.

| resources | ms | of five resources | MB |
| --------: | -: | ----------------: | -: |
${starts.map(({ resources, milliseconds, megabytes }) => row(resources, milliseconds.toFixed(0), (milliseconds / first.milliseconds).toFixed(2), megabytes.toFixed(0))).join('\n')}
`;
}

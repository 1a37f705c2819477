const row = (...cells) => `| ${cells.join(' | ')} |`;
const milliseconds = (value) => value.toFixed(value < 10 ? 2 : 0);
const common = ({ rate, cpu, databaseCpu, p50, p99 }) => [
  rate.toFixed(0),
  ...[cpu, databaseCpu, p50, p99].map(milliseconds),
];
const COLUMNS = 'req/s | CPU ms | of PostgreSQL | p50 ms | p99 ms';
const LINES = '-: | -: | -: | -: | -:';

const table = (title, figures) => `| ${title} | ${COLUMNS} |
| --- | ${LINES} |
${figures.map((each) => row(each.title, ...common(each))).join('\n')}`;

const rowsTable = (figures) => {
  const titles = [...new Set(figures.map(({ title }) => title))];
  const ofTitle = (title) => figures.filter((each) => each.title === title);
  return `| request | rows | ${COLUMNS} |
| --- | --: | ${LINES} |
${titles
  .flatMap((title) => ofTitle(title))
  .map((each) => row(each.title, each.count.toLocaleString('en'), ...common(each)))
  .join('\n')}`;
};

const resourcesTable = (figures) => `| resources | start ms | MB | ${COLUMNS} |
| --- | -: | -: | ${LINES} |
${figures
  .map((each) => row(each.title, each.start.toFixed(0), each.megabytes.toFixed(0), ...common(each)))
  .join('\n')}`;

const replicasTable = (figures) => `| replicas | ${COLUMNS} | of the proxy | statements | bytes |
| --- | ${LINES} | -: | -: | -: |
${figures
  .map((each) =>
    row(
      ...[each.title, ...common(each), milliseconds(each.proxyCpu)],
      ...[each.statements.toFixed(1), each.bytes.toFixed(0)],
    ),
  )
  .join('\n')}`;

/** Returns the table of replicas alone. */
export const formatReplicas = (figures) => `## Replicas

16 connections per replica.

${replicasTable(figures)}
`;

/** Returns the page with the results of a run. */
export function formatScale({ rows, shapes, resources, connections, replicas, facts }) {
  return `# Scale

\`npm run bench:scale\`, on PostgreSQL. Machine: ${facts}; load, servers and database share it, so that rates stop growing when
its cores are busy. Read the CPU milliseconds per request: of the servers, and of PostgreSQL. 16 connections, one for exact
totals of more than a million rows; medians of three rounds.

## Rows

${rowsTable(rows)}

## Parents and levels

Up to 15 related records per parent.

${table('page', shapes)}

## Resources

A start is from the process to its listening, on a migrated database, with resident memory then. The request shows a user with
15 posts and roles, as in the two tables below.

${resourcesTable(resources)}

## Connections

${table('connections', connections)}

${formatReplicas(replicas)}`;
}

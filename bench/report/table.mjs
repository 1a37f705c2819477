const number = (digits) => (value) => (value === undefined ? '' : value.toFixed(digits));

const columns = [
  ['request', ({ request }) => request.key],
  ['server', ({ server }) => server.name],
  ['req/s', ({ rate }) => number(0)(rate)],
  ['±', ({ spread }) => `${number(0)(spread * 100)} %`],
  ['of the limit', ({ share }) => number(2)(share)],
  ['of LA2', ({ authorizedShare }) => number(2)(authorizedShare)],
  ['must', ({ must, share }) => verdict(must, share)],
  ['CPU ms per request', ({ cpu }) => number(3)(cpu)],
  ['of PostgreSQL', ({ databaseCpu }) => number(3)(databaseCpu)],
  ['p50 ms', ({ p50 }) => number(2)(p50)],
  ['p99 ms', ({ p99 }) => number(2)(p99)],
  ['peak MB', ({ peak }) => number(0)(peak)],
];

const verdict = (must, share) =>
  must === undefined || share === undefined
    ? ''
    : `${must.toFixed(2)} ${share >= must ? 'reached' : 'MISSED'}`;

const percent = (share = 0) => `${(share * 100).toFixed(0)} %`;
const stages = ['parse', 'authorize', 'plan', 'execute', 'serialize', 'garbage', 'around'];
const stageColumns = [
  ['request', ({ request }) => request.key],
  ['server', ({ server }) => server.name],
  ...stages.map((stage) => [stage, ({ shares }) => percent(shares[stage])]),
];

/** Formats the figures of all requests and servers. */
export const formatTable = (rows) => formatRows(rows, columns);

/** Formats the shares of the stages; `around` is Nest, Fastify, Node and the use cases. */
export const formatStages = (rows) => formatRows(rows, stageColumns);

const besideColumns = [
  ['light requests', ({ name }) => name],
  ['server', ({ server }) => server.name],
  ['req/s', ({ rate }) => number(0)(rate)],
  ['p50 ms', ({ p50 }) => number(1)(p50)],
  ['p99 ms', ({ p99 }) => number(1)(p99)],
  ['must', ({ must, p99 }) => (must ? `${must} ${p99 <= must ? 'reached' : 'MISSED'}` : '')],
];

/** Formats the figures of light requests, alone and beside long reads. */
export const formatBeside = (rows) => formatRows(rows, besideColumns);

const costColumns = [
  ['stage', ({ stage }) => stage],
  ['users', ({ records }) => records],
  ['microseconds', ({ microseconds }) => number(0)(microseconds)],
  ['KB allocated', ({ bytes }) => number(1)(bytes / 1024)],
  ['promises', ({ promises }) => String(promises)],
];

/** Formats the cost of one call of each stage, by stage and number of records. */
export function formatStageCosts(costs) {
  const stages = Object.keys(Object.values(costs)[0]);
  const rows = stages.flatMap((stage) =>
    Object.entries(costs).map(([records, ofStages]) => ({ stage, records, ...ofStages[stage] })),
  );
  return formatRows(rows, costColumns);
}

/** Formats the rows as a Markdown table, aligned for terminals. */
function formatRows(rows, columns) {
  const lines = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, format]) => format(row))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index].length), 3));
  const isString = (index) => index < 2;
  const cell = (text, index) =>
    isString(index) ? text.padEnd(widths[index]) : text.padStart(widths[index]);
  const [head, ...body] = lines.map((line) => `| ${line.map(cell).join(' | ')} |`);
  const rule = `| ${widths.map((width, index) => (isString(index) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [head, rule, ...body].join('\n');
}

const row = (...cells) => `| ${cells.join(' | ')} |`;
const milliseconds = (value) => value.toFixed(value < 10 ? 2 : 0);

/** Columns of every table: their heads, and how to write them. */
const common = [
  ['req/s', ({ rate }) => rate.toFixed(rate < 10 ? 1 : 0)],
  ['CPU ms', ({ cpu }) => milliseconds(cpu)],
  ['of PostgreSQL', ({ databaseCpu }) => milliseconds(databaseCpu)],
  ['p50 ms', ({ p50 }) => milliseconds(p50)],
  ['p99 ms', ({ p99 }) => milliseconds(p99)],
  ['statements', ({ statements }) => statements],
  ['bytes', ({ bytes }) => bytes.toFixed(0)],
  ['MB', ({ peak }) => peak.toFixed(0)],
];

const titled = (head) => [[head, ({ title }) => title], ...common];

/** The tables: heading, columns, and what grows in it and why. */
const tables = {
  rows: {
    heading: 'Rows',
    columns: [
      ['request', ({ title }) => title],
      ['posts', ({ count }) => count.toLocaleString('en')],
      ...common,
    ],
    why: `Exact totals and late pages grow with the table: PostgreSQL counts every row that the caller may see, and skips every row
before the page. Other pages and cursors read as many rows as they return, through an index that is one level deeper
with ten million rows. The posts of a user become more, too: a page reads 15 of them for each.`,
  },
  parents: {
    heading: 'Parents',
    columns: titled('users per page, with up to 15 posts each'),
    why: `One statement reads the page and the related records of all parents. Its time grows with the records of the
response, and so does the server's, which sends them.`,
  },
  depths: {
    heading: 'Depth',
    columns: titled('levels below 10 users'),
    why: `PostgreSQL reads and nests all levels in one statement, whose time grows with the records: up to 15 for each record
of the level above, or one for each if the relation has one, such as the user of a post. The server passes the text on, so that
its time hardly grows. Where it nests rows itself, each level adds a statement.`,
  },
  resources: {
    heading: 'Resources',
    columns: [
      ['resources', ({ title }) => title],
      ['start ms', ({ start }) => start.milliseconds.toFixed(0)],
      ['CPU ms of the start', ({ start }) => start.cpu],
      ['MB then', ({ start }) => start.megabytes.toFixed(0)],
      ...common,
    ],
    why: `A start compiles and verifies each resource and compares its table with the database, whose schema is read in
as many statements as for one. Requests look up their resource by key, so that they do not depend on the number.`,
  },
  connections: {
    heading: 'Connections',
    columns: titled('connections'),
    why: `Processor time per request falls while requests that arrive together share statements, for example for their
tokens. With more connections than the process can serve at once, requests wait, and only the latency grows.`,
  },
  writes: {
    heading: 'Writes',
    columns: titled('what each request writes'),
    why: `A write waits for another one of the same record, and repeats what the other one has changed. Commits of the bench do not
wait for the disk: where they do, each takes that much longer, and writes of the same record follow one another.`,
  },
  replicas: {
    heading: 'Replicas',
    columns: [
      ...titled('processes behind a proxy, with 16 connections each'),
      ['CPU ms of the proxy', ({ proxyCpu }) => milliseconds(proxyCpu)],
    ],
    why: `Processes share nothing but the database, so that statements and bytes of a request stay the same. Rates grow as long
as the machine has idle cores: here load, proxy, servers and database share two.`,
  },
  idle: {
    heading: 'Idle processes',
    columns: [
      ['processes, with 2 connections each', ({ title }) => title],
      ['connections', ({ connections }) => connections],
      ['statements per second', ({ statements }) => statements.toFixed(1)],
      ['CPU ms per second and process', ({ cpu }) => milliseconds(cpu)],
      ['CPU ms per second of PostgreSQL', ({ databaseCpu }) => milliseconds(databaseCpu)],
      ['MB of a process', ({ memory }) => memory.toFixed(0)],
      ['MB of PostgreSQL', ({ databaseMemory }) => databaseMemory.toFixed(0)],
    ],
    why: `While nobody sends requests, each process looks for waiting runs. Memory that processes share counts in parts.`,
  },
};

/** Returns a table with its heading and explanation. */
export function formatTable(name, figures) {
  const { heading, columns, why } = tables[name];
  return `## ${heading}

${row(...columns.map(([head]) => head))}
${row('---', ...columns.slice(1).map(() => '-:'))}
${figures.map((each) => row(...columns.map(([, write]) => write(each)))).join('\n')}

${why}
`;
}

/** Returns the page with the results of a run. */
export const formatPage = (formatted, facts) => `# Growth

\`npm run bench:growth\`, on PostgreSQL. Machine: ${facts}; load, servers and database share it, so that rates stop growing when
its cores are busy. Read the CPU milliseconds per request, of the servers and of PostgreSQL, rather than the rates. 16
connections, except for totals and late pages of more than a million rows: one. Medians of three rounds after those that warm up; MB is
the peak of a server's memory; bytes are those of a response with its headers. Statements are those of one request alone, with the one
for token and user, and with those of background work that runs meanwhile. Requests in the tables of resources, connections and
replicas show a user with 15 posts and roles. One server serves the requests of a table (of rows: of a size), so that its memory also
grows with the requests before.

${formatted.join('\n')}`;

import Database from 'better-sqlite3';
import { cpus, totalmem } from 'node:os';

/** The machine in plain facts; nothing that names it. */
export function machineFacts(postgres) {
  const memory = new Database(':memory:');
  const sqlite = memory.prepare('select sqlite_version()').pluck().get();
  memory.close();
  const databases = [postgres && `PostgreSQL ${postgres}`, `SQLite ${sqlite}`].filter(Boolean);
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${databases.join(', ')}`;
}

const describeRequest = ({ key, title, method = 'GET', path, body }) =>
  `- ${key}: ${title} (\`${method} ${path}\`${body ? `, \`${body}\`` : ''})`;

/** The page that a run leaves: what was run, on what, and what came out. */
export function formatResults({ command, mode, facts, requests, servers, table, stages }) {
  return `# Results of the bench

\`${command}\`: ${mode.rounds} rounds of ${mode.seconds} s for each request and server, interleaved, medians; 16 connections.
Machine: ${facts}; load, server and database share it.

An absolute figure says nothing elsewhere: read the shares of the limit, and the CPU milliseconds a request, which are the
steadiest. A share is the median of each round's own share; \`±\` is half the distance between the best and the worst round;
the peak is the server's memory (VmHWM). Of R5, a request is a chunk of 200 records.
Before the clock starts every server's answers are held against the dataset, record by record.

${table}

Where the processor's time of the project goes, by V8's profiler in rounds of their own. What a stage calls is the stage's;
\`around\` is Nest, Fastify, Node's HTTP and the use cases, \`garbage\` the collector.

${stages}

Requests:
${requests.map(describeRequest).join('\n')}

Servers:
${servers.map(({ name, about }) => `- ${name}: ${about}`).join('\n')}
`;
}

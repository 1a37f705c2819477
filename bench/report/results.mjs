import { cpus, totalmem } from 'node:os';
import Database from '../better-sqlite3.mjs';

/** Describes the machine without naming it. */
export function machineFacts(postgres) {
  const memory = new Database(':memory:');
  const sqlite = memory.prepare('select sqlite_version()').pluck().get();
  memory.close();
  const databases = [postgres && `PostgreSQL ${postgres}`, `SQLite ${sqlite}`].filter(Boolean);
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${databases.join(', ')}`;
}

const describeRequest = ({ key, title, method = 'GET', path, body }) =>
  `- ${key}: ${title} (\`${method} ${path}\`${body ? `, \`${body}\`` : ''})`;

/** Returns the page with the command, the machine and the results of a run. */
export function formatResults({ command, mode, facts, requests, servers, table, stages, light }) {
  return `# Results of the bench

\`${command}\`: ${mode.rounds} rounds of ${mode.seconds} s for each request and server, interleaved, medians; 16 connections.
Machine: ${facts}; load, server and database share it.

Absolute figures do not apply to other machines: read the shares of the limit, and the CPU milliseconds per request, which
are the most stable. A share is the median of the shares of all rounds; \`±\` is half the distance between the best and the
worst round; the peak is the server's memory (VmHWM). LA2 is the limit behind a token, which L leaves out. A request of R5 is a
chunk of 200 records. Before the measurement, every server's responses are compared with the dataset, record by record.

${table}

The CPU time of the project by stage, from V8's profiler in separate rounds. A stage includes the code that it calls;
\`around\` is Nest, Fastify, Node's HTTP and the use cases, \`garbage\` the collector.

${stages}

Light requests (R1) of eight clients, alone and beside eight others who send a read of 3 MB, or one that
scans 300,000 records twice, measured for 3 s before the rounds:

${light}

Requests:
${requests.map(describeRequest).join('\n')}

Servers:
${servers.map(({ name, about }) => `- ${name}: ${about}`).join('\n')}
`;
}

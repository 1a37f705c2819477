/**
 * `npm run bench:growth`: the cost of a request on PostgreSQL as rows, parents, levels, resources,
 * connections and processes grow, of writes, and of idle processes. Writes GROWTH.md; with names of
 * tables, only prints these. See README.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataset } from './dataset/prepare-dataset.mjs';
import { measureIdle } from './growth/idle.mjs';
import { measureReplicas } from './growth/replicas.mjs';
import {
  measureConnections,
  measureDepths,
  measureParents,
  measureWrites,
} from './growth/requests-of-one-server.mjs';
import { measureResources } from './growth/resources.mjs';
import { measureRows } from './growth/rows.mjs';
import { formatPage, formatTable } from './report/growth.mjs';
import { machineFacts } from './report/results.mjs';
import { buildProject } from './runner/build-project.mjs';
import { startCluster } from './runner/cluster.mjs';
import { runBench } from './runner/run-bench.mjs';
import { requireProgram } from './runner/require-program.mjs';
import { compiled, root } from './servers.mjs';

/** Posts in the table. `BENCH_ROWS` sets other numbers. */
const sizes = (process.env.BENCH_ROWS ?? '10000,100000,1000000,10000000').split(',').map(Number);

/** The tables, in the order of the page. */
const measures = {
  rows: (ground) => measureRows(ground, sizes),
  parents: measureParents,
  depths: measureDepths,
  resources: measureResources,
  connections: measureConnections,
  replicas: measureReplicas,
  writes: measureWrites,
  idle: measureIdle,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in measures));
if (unknown.length > 0)
  throw new Error(
    `There is no table ${unknown.join(', ')}, only ${Object.keys(measures).join(', ')}.`,
  );
const names = asked.length > 0 ? asked : Object.keys(measures);

await runBench(async ({ home, logs, processes }) => {
  await requireProgram(processes, 'wrk');
  await buildProject(root, compiled, processes);
  const { addresses, cluster } = await prepareDataset(home, new Set(['pg']), () =>
    startCluster(home, logs, processes),
  );
  const ground = { address: addresses.pg, cluster, logs, processes };
  const tables = [];
  for (const name of names) {
    tables.push(formatTable(name, await measures[name](ground)));
    console.log(tables.at(-1));
  }
  if (asked.length === 0)
    writeFileSync(
      join(root, 'bench', 'GROWTH.md'),
      formatPage(tables, machineFacts(cluster.version)),
    );
});

/**
 * `npm run bench:scale`: the cost of a request on PostgreSQL as rows, parents, levels, resources,
 * connections and replicas grow. Writes SCALE.md; with `--replicas`, only prints their table. See
 * README.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataset } from './dataset/prepare-dataset.mjs';
import { formatReplicas, formatScale } from './report/scale.mjs';
import { machineFacts } from './report/results.mjs';
import { buildProject } from './runner/build-project.mjs';
import { startCluster } from './runner/cluster.mjs';
import { runBench } from './runner/run-bench.mjs';
import { requireWrk } from './runner/wrk.mjs';
import { measureConnections, measureShapes } from './scale/requests-of-one-server.mjs';
import { measureReplicas } from './scale/replicas.mjs';
import { measureResources } from './scale/resources.mjs';
import { measureRows } from './scale/rows.mjs';
import { compiled, root } from './servers.mjs';

async function scale({ home, logs, processes }) {
  await requireWrk(processes);
  await buildProject(root, compiled, processes);
  const { addresses, cluster } = await prepareDataset(home, new Set(['pg']), () =>
    startCluster(home, logs, processes),
  );
  const ground = { address: addresses.pg, cluster, logs, processes };
  if (process.argv.includes('--replicas')) {
    console.log(formatReplicas(await measureReplicas(ground)));
    return;
  }
  const page = formatScale({
    rows: await measureRows(ground),
    shapes: await measureShapes(ground),
    resources: await measureResources(ground),
    connections: await measureConnections(ground),
    replicas: await measureReplicas(ground),
    facts: machineFacts(cluster.version),
  });
  console.log(page);
  writeFileSync(join(root, 'bench', 'SCALE.md'), page);
}

await runBench(scale);

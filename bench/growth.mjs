/**
 * `npm run bench:growth`: the cost of a request as the tables, the registry and the query grow. See
 * README.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataset } from './dataset/prepare-dataset.mjs';
import { copyDoubled } from './dataset/postgres.mjs';
import { copyDoubledSqlite, copySqlite } from './dataset/sqlite.mjs';
import { formatGrowth } from './report/growth.mjs';
import { machineFacts } from './report/results.mjs';
import { requests } from './requests.mjs';
import { buildProject } from './runner/build-project.mjs';
import { startCluster } from './runner/cluster.mjs';
import { measureStarts } from './runner/measure-starts.mjs';
import { runBench } from './runner/run-bench.mjs';
import { modes, runRounds } from './runner/rounds.mjs';
import { startServer } from './runner/start-server.mjs';
import { countStatements } from './runner/count-statements.mjs';
import { requireWrk } from './runner/wrk.mjs';
import { compiled, root, servers } from './servers.mjs';

/** Resources in addition to the four that are requested. */
const REGISTRIES = [1, 46, 96, 196];
const asked = requests.filter(({ key }) => ['R1', 'R2', 'R3'].includes(key));
const project = (engine) => servers.find((server) => server.name === `api-${engine}`);

/** The same server with another dataset. */
const variant = (engine, name, change = {}) => {
  const base = project(engine);
  return { ...base, name: `${engine}, ${name}`, env: { ...base.env, ...change } };
};
const extras = (count) => ({ BENCH_EXTRA_RESOURCES: String(count) });

async function growth({ home, logs, processes }) {
  await requireWrk(processes);
  await buildProject(root, compiled, processes);
  const { file, addresses, cluster } = await prepareDataset(home, new Set(['pg', 'sqlite']), () =>
    startCluster(home, logs, processes),
  );
  const doubledFile = join(home, 'doubled.sqlite');
  const grounds = [
    [variant('pg', '5 resources', extras(1)), addresses.pg],
    [variant('pg', 'twice the rows', extras(1)), await copyDoubled(cluster.port)],
    [variant('sqlite', '5 resources', extras(1)), addresses.sqlite],
    [variant('sqlite', 'twice the rows', extras(1)), await copyDoubledSqlite(file, doubledFile)],
    [
      variant('sqlite', '50 resources', extras(46)),
      await copySqlite(file, join(home, 'many.sqlite')),
    ],
  ];
  const running = [];
  for (const [server, address] of grounds)
    running.push(await startServer(server, address, logs, processes));
  const figures = await runRounds(asked, running, modes.growth, { cluster, addresses }, processes);
  const statements = await countStatements(running[2]);
  const registries = await Promise.all(
    REGISTRIES.map(async (count) => ({
      server: variant('sqlite', `${count + 4} resources`, extras(count)),
      address: await copySqlite(file, join(home, `start-${count}.sqlite`)),
    })),
  );
  const figuresOfStarts = await measureStarts(registries, logs, processes);
  const starts = REGISTRIES.map((count, at) => ({ resources: count + 4, ...figuresOfStarts[at] }));
  const page = formatGrowth({
    asked,
    running,
    figures,
    statements,
    starts,
    facts: machineFacts(cluster.version),
  });
  console.log(page);
  writeFileSync(join(root, 'bench', 'GROWTH.md'), page);
}

await runBench(growth);

/** `npm run bench`: compares the project with the limit, in one run. See README.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkResponses } from './check/check-responses.mjs';
import { ExpectedRecords } from './check/expected.mjs';
import { prepareDataset } from './dataset/prepare-dataset.mjs';
import { parseOptions } from './options.mjs';
import { formatResults, machineFacts } from './report/results.mjs';
import { summarize } from './report/summarize.mjs';
import { formatBeside, formatStages, formatTable } from './report/table.mjs';
import { buildProject } from './runner/build-project.mjs';
import { startCluster } from './runner/cluster.mjs';
import { measureBeside } from './runner/measure-beside.mjs';
import { runBench } from './runner/run-bench.mjs';
import { modes, runRounds } from './runner/rounds.mjs';
import { measureStages } from './runner/stage-shares.mjs';
import { startServer } from './runner/start-server.mjs';
import { requireProgram } from './runner/require-program.mjs';
import { compiled, root } from './servers.mjs';

async function bench({ home, logs, processes }) {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(options.help);
  const { mode, requests, servers, isNarrowed, command } = options;
  await requireProgram(processes, 'wrk');
  const projects = servers.filter(({ isProject }) => isProject).map(({ folder }) => folder);
  for (const folder of new Set(projects)) await buildProject(folder, compiled, processes);
  const engines = new Set(servers.map(({ engine }) => engine));
  const dataset = await prepareDataset(home, engines, () => startCluster(home, logs, processes));
  const running = [];
  for (const server of servers)
    running.push(await startServer(server, dataset.addresses[server.engine], logs, processes));
  await checkAll(running, requests, dataset.file);
  const beside = isNarrowed ? [] : await measureBeside(running, processes);
  const figures = await runRounds(requests, running, modes[mode], dataset, processes);
  const table = formatTable(summarize(requests, running, figures));
  const stages = formatStages(await measureStages(requests, running, dataset, processes));
  const facts = machineFacts(dataset.cluster?.version);
  console.log(`\n${table}\n\n${stages}\n\n${facts}`);
  if (isNarrowed) return;
  const light = formatBeside(beside);
  console.log(`\n${light}`);
  const results = formatResults({
    command,
    mode: modes[mode],
    facts,
    requests,
    servers,
    table,
    stages,
    light,
  });
  writeFileSync(join(root, 'bench', 'RESULTS.md'), results);
}

async function checkAll(running, requests, file) {
  const expected = new ExpectedRecords(file);
  for (const phase of ['reads', 'writes']) {
    const ofPhase = requests.filter((request) => request.phase === phase);
    for (const server of running) await checkResponses(server, ofPhase, expected);
  }
  expected.close();
  console.log(`Responses checked: ${running.map(({ name }) => name).join(', ')}`);
}

await runBench(bench);

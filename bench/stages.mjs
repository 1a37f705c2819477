/**
 * `npm run bench:stages`: measures each stage of an index separately, in seconds and without a
 * server. See README.md.
 */
import { join } from 'node:path';
import { formatStageCosts } from './report/table.mjs';
import { buildProject } from './runner/build-project.mjs';
import { runBench } from './runner/run-bench.mjs';
import { compiled, root } from './servers.mjs';

await runBench(async ({ processes }) => {
  await buildProject(root, compiled, processes);
  const env = { ...process.env, BENCH_RECORDS: '1,15,100' };
  const command = [process.execPath, join(root, compiled, 'bench', 'stages', 'main.js')];
  const costs = JSON.parse(await processes.run(command, { env, cwd: root }));
  console.log(
    `An index of users with 15 posts and 15 roles each, on SQLite.\n\n${formatStageCosts(costs)}`,
  );
});

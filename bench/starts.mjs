/**
 * `npm run bench:starts`: the time until the demo listens on its seeded database, started like `npm
 * start`, and its memory. See README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureStarts } from './runner/measure-starts.mjs';
import { runBench } from './runner/run-bench.mjs';
import { root, startsDemo } from './servers.mjs';

await runBench(async ({ home, logs, processes }) => {
  await processes.run(['npm', 'run', 'build'], { cwd: root });
  const folder = mkdtempSync(join(home, 'starts-'));
  try {
    const env = { NODE_ENV: 'development', STORAGE_PATH: join(folder, 'storage') };
    const demo = {
      name: 'demo',
      command: startsDemo,
      env,
      prefix: '/api',
    };
    const address = `sqlite:${join(folder, 'demo.sqlite')}`;
    const { milliseconds, megabytes } = await measureStarts(demo, address, logs, processes);
    console.log(
      `The demo listens after ${milliseconds.toFixed(0)} ms (2000 at most), in ${megabytes.toFixed(0)} MB (150).`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * `npm run bench:pages`: the first content of the reference page and of the explorer in Chromium,
 * and the time to open an operation, on the demo with its seed. See README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from './pages/browser.mjs';
import { figures } from './pages/figures.mjs';
import { measureExplorer, measureReference } from './pages/measure-pages.mjs';
import { runBench } from './runner/run-bench.mjs';
import { startServer } from './runner/start-server.mjs';
import { root, startsDemo } from './servers.mjs';

const { values } = parseArgs({
  options: {
    /** Visits of each page; at most 20. */
    visits: { type: 'string', default: '5' },
    /** Measures `dist` as it is. */
    'no-build': { type: 'boolean', default: false },
  },
});
const visits = Math.min(Math.max(Number.parseInt(values.visits, 10) || 5, 1), 20);

await runBench(async ({ home, logs, processes }) => {
  if (!values['no-build']) await processes.run(['npm', 'run', 'build'], { cwd: root });
  const folder = mkdtempSync(join(home, 'pages-'));
  const browser = await openBrowser();
  try {
    const demo = {
      name: 'demo',
      command: startsDemo,
      env: { NODE_ENV: 'development', STORAGE_PATH: join(folder, 'storage') },
      prefix: '',
    };
    const address = `sqlite:${join(folder, 'demo.sqlite')}`;
    const { base } = await startServer(demo, address, logs, processes);
    const reference = await measureReference(browser, `${base}/docs`, visits);
    const explorer = await measureExplorer(browser, `${base}/explorer`, visits);
    for (const line of figures({ reference, explorer }, visits)) console.log(line);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

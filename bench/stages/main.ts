/**
 * Measures each stage of an index separately, on its own SQLite file, and prints one line of JSON:
 * the costs by stage for each number of records.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBench } from '../server/create-bench.js';
import { fillDataset } from './dataset.js';
import { measureStages, type StageCosts } from './measure-stages.js';
import { prepareStages } from './stages.js';

const folder = mkdtempSync(join(tmpdir(), 'stages-'));
try {
  const file = join(folder, 'stages.sqlite');
  fillDataset(file);
  const app = await createBench(`sqlite:${file}`, { logLevel: 'error' });
  await app.init();
  const costs: Record<string, StageCosts> = {};
  for (const records of process.env.BENCH_RECORDS!.split(','))
    costs[records] = await measureStages(
      await prepareStages(app, `include=posts,roles&perPage=${records}`),
    );
  await app.close();
  console.log(JSON.stringify(costs));
} finally {
  rmSync(folder, { recursive: true });
}

import { DATABASE, type Database } from '../../src/index.js';
import { serveMeasurements } from './serve-measurements.js';
import { createBench } from './create-bench.js';
import { issueToken } from './issue-token.js';

const extras = Number(process.env.BENCH_EXTRA_RESOURCES ?? 0);
const { BENCH_READ_WORKERS: workers = '' } = process.env;
const readWorkers = workers === '' ? undefined : Number(workers);
/** Whether each token belongs to a user of its own. */
const areUsers = process.env.BENCH_USERS === 'true';
const app = await createBench(process.env.DATABASE_URL!, { extras, readWorkers });
await app.init();
for (const [at, token] of process.env.BENCH_TOKENS!.split(',').entries())
  await issueToken(app.get<Database>(DATABASE), token, String(areUsers ? at + 1 : 1));
if (process.send) serveMeasurements(app.get<Database>(DATABASE));
await app.listen(Number(process.env.PORT), '127.0.0.1');

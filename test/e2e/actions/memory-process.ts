import { createApplication, DATABASE, type Database } from '../../../src/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { ActionScript } from '../../support/depot-app/sacks/actions.js';
import { SackHooks } from '../../support/depot-app/sacks/resources.js';
import { sackDeployment } from '../../support/depot-app/sacks/sack-depot.js';

/** Chunks between two looks at the memory, since a collection takes longer than a chunk. */
const CHUNKS_PER_LOOK = 10;

/**
 * Runs an action over the given number of existing sacks, and prints how many were ground and the
 * most memory in megabytes that was in use during the run, after a collection. Needs `--expose-gc`.
 */
const app = await createApplication(
  sackDeployment(process.env.DATABASE_URL!, { limits: { chunkCount: 200 } }),
);
await app.init();
await app.getHttpAdapter().getInstance().ready();
const database = app.get<Database>(DATABASE);
// The notes that hooks keep for other tests would grow with the run.
Object.assign(app.get(SackHooks, { strict: false }), { seen: { push: () => 0 } });
let [chunks, bytes] = [0, 0];
app.get(ActionScript, { strict: false }).work = async (request, sacks) => {
  if (chunks++ % CHUNKS_PER_LOOK === 0) {
    gc!();
    const { heapUsed, external } = process.memoryUsage();
    bytes = Math.max(bytes, heapUsed + external);
  }
  await request.update(sacks, { state: 'ground' });
};
const token = await app
  .get(AccessTokens, { strict: false })
  .issue({ key: '3', password: null }, 'test');
const started = performance.now();
const response = await app.inject({
  method: 'POST',
  url: '/api/sacks/actions?action=tie',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  payload: '{"repositories":"all"}',
});
const milliseconds = Math.round(performance.now() - started);
const [[ground] = []] = await database.query(`select count(*) from sacks where state = 'ground'`);
const [[logged] = []] = await database.query(
  'select count(*) from action_logs where actionable_id is not null',
);
const megabytes = Math.round(bytes / 1024 / 1024);
await app.close();
console.log(
  JSON.stringify({
    status: response.statusCode,
    ground: Number(ground),
    logged: Number(logged),
    megabytes,
    milliseconds,
  }),
);

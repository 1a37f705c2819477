import { setTimeout as pause } from 'node:timers/promises';
import { createApplication, where } from '../../../src/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { ActionScript } from '../../support/depot-app/sacks/actions.js';
import type { Sack } from '../../support/depot-app/sacks/entities.js';
import { sackDeployment } from '../../support/depot-app/sacks/sack-depot.js';

/**
 * Runs the depot as a process of its own, which grinds what is new, and prints its address and a
 * token. `PAUSE` is the milliseconds per chunk, `STOP_AT` the chunk in which the process receives
 * SIGTERM.
 */
const app = await createApplication(sackDeployment(process.env.DATABASE_URL!));
const script = app.get(ActionScript, { strict: false });
const milliseconds = Number(process.env.PAUSE ?? 0);
let chunksLeft = Number(process.env.STOP_AT ?? 0);
script.indexQuery = () => where<Sack>({ state: 'new' });
script.work = async (request, sacks) => {
  await request.update(sacks, { state: 'ground' });
  if (--chunksLeft === 0) process.kill(process.pid, 'SIGTERM');
  if (milliseconds > 0) await pause(milliseconds);
  return { ground: sacks.length };
};
await app.init();
const token = await app
  .get(AccessTokens, { strict: false })
  .issue({ key: '3', password: null }, 'test');
await app.listen(0, '127.0.0.1');
console.log(JSON.stringify({ url: await app.getUrl(), token }));

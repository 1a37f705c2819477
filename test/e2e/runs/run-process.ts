import { setTimeout as pause } from 'node:timers/promises';
import { createApplication } from '../../../src/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { ActionScript } from '../../support/depot-app/sacks/actions.js';
import { sackDeployment } from '../../support/depot-app/sacks/sack-depot.js';

/**
 * Runs the depot as a process of its own, whose leases are short, and prints its address and a token.
 * `PAUSE` is the milliseconds per chunk.
 */
const app = await createApplication(
  sackDeployment(process.env.DATABASE_URL!, { runs: { poll: 50, lease: 1 } }),
);
const script = app.get(ActionScript, { strict: false });
const milliseconds = Number(process.env.PAUSE ?? 0);
script.reduce = (total: number, one: number) => total + one;
script.work = async (request, sacks) => {
  await request.update(sacks, { state: 'ground' });
  await pause(milliseconds);
  return sacks.reduce((sum, { id }) => sum + id, 0);
};
await app.init();
const token = await app
  .get(AccessTokens, { strict: false })
  .issue({ key: '3', password: null }, 'test');
await app.listen(0, '127.0.0.1');
console.log(JSON.stringify({ url: await app.getUrl(), token }));

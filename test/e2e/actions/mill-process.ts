import { setTimeout as pause } from 'node:timers/promises';
import { createApplication, DATABASE, where, type Database } from '../../../src/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { Script } from '../../support/mill-app/actions.js';
import type { Sack } from '../../support/mill-app/entities.js';
import { millDeployment } from '../../support/mill-app/mill-app.js';

/**
 * Runs the mill as a process of its own, which grinds what is new, and prints its address and a
 * token. `PAUSE` is the milliseconds per chunk, `STOP_AT` the chunk in which the process receives
 * SIGTERM.
 */
const app = await createApplication(millDeployment(process.env.DATABASE_URL!));
const script = app.get(Script, { strict: false });
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
const database = app.get<Database>(DATABASE);
const known = await database.query('select id from workers where id = 1');
if (known.length === 0)
  await database.write(`insert into workers (id, name, is_admin) values (1, 'Ada', ?)`, [true]);
const token = await app
  .get(AccessTokens, { strict: false })
  .issue({ key: '1', password: null }, 'test');
await app.listen(0, '127.0.0.1');
console.log(JSON.stringify({ url: await app.getUrl(), token }));

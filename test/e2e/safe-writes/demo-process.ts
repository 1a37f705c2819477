import { DATABASE, createApplication, readEnvironment, type Database } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';

/** Runs the demo as a process of its own, and prints its address and a token of the admin. */
const app = await createApplication(deployment(readEnvironment(process.env)));
await app.init();
const database = app.get<Database>(DATABASE);
const [admin] = await database.query('select password from users where id = 1');
const token = await app
  .get(AccessTokens, { strict: false })
  .issue({ key: '1', password: String(admin![0]) }, 'test');
await app.listen(0, '127.0.0.1');
console.log(JSON.stringify({ url: await app.getUrl(), token }));

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApplication } from '../../../src/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { millDeployment } from '../../support/mill-app/mill-app.js';
import { watchMemory } from '../../support/mill-app/peak-memory.js';

/** Exports all sacks, and prints the number of lines and the peak memory in megabytes. */
const app = await createApplication(millDeployment(process.env.DATABASE_URL!));
await app.listen(0, '127.0.0.1');
const token = await app
  .get(AccessTokens, { strict: false })
  .issue({ key: '1', password: null }, 'test');
const { port } = app.getHttpServer().address() as AddressInfo;
const call = get({
  port,
  path: '/api/sacks?perPage=all',
  headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
});
const [response] = (await once(call, 'response')) as [IncomingMessage];
const peak = watchMemory();
let lines = 0;
for await (const piece of response as AsyncIterable<Buffer>)
  for (const byte of piece) if (byte === 10) lines += 1;
const megabytes = peak();
await app.close();
console.log(JSON.stringify({ status: response.statusCode, lines, megabytes }));

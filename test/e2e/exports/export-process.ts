import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApplication } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';

/** Bytes that are received between two looks at the heap. */
const STEP = 1024 * 1024;

/**
 * Serves the demo, and exports the lists of `PATHS`, one after the other. Prints as JSON how many
 * records each has, and the most bytes that the heap and its buffers held meanwhile, garbage
 * excluded.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function bytesHeld(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const { options, modules } = deployment(readEnvironment(process.env));
const app = await createApplication({ options, modules });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address() as AddressInfo;

async function measure(path: string) {
  const headers = { authorization: process.env.AUTHORIZATION!, accept: process.env.ACCEPT! };
  const [response] = (await once(get({ port, path, headers }), 'response')) as [IncomingMessage];
  let [records, received, held] = [0, 0, 0];
  for await (const piece of response as AsyncIterable<Buffer>) {
    for (const byte of piece) if (byte === 10) records += 1;
    if (Math.floor(received / STEP) < Math.floor((received += piece.length) / STEP) || held === 0)
      held = Math.max(held, bytesHeld());
  }
  return { status: response.statusCode, records, held };
}

const measured: object[] = [];
for (const path of JSON.parse(process.env.PATHS!) as readonly string[])
  measured.push(await measure(path));
await app.close();
console.log(JSON.stringify(measured));

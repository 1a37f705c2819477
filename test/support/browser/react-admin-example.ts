import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { installPackages } from '../install-packages.js';

const execute = promisify(execFile);
const folder = 'examples/react-admin';

/** The built example, whose server forwards requests to the service. */
export interface ServedExample {
  readonly address: string;
  stop(): Promise<void>;
}

/** Checks the types of the example and builds it, as its README.md describes. */
export async function buildExample(): Promise<void> {
  await installPackages(folder);
  const env = { ...process.env, NODE_ENV: 'production' };
  await execute('npm', ['run', '--prefix', folder, 'build'], { env });
}

/** @param service the address of the service */
export async function serveExample(service: string): Promise<ServedExample> {
  const words = ['node_modules/vite/bin/vite.js', 'preview', '--host', '127.0.0.1', '--port', '0'];
  const env = { ...process.env, SERVICE_URL: service, NO_COLOR: '1' };
  const server = spawn(process.execPath, words, { cwd: folder, env });
  const closed = once(server, 'close');
  let printed = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (part) => (printed += String(part)));
  const addressIn = () => /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
  while (addressIn() === undefined) {
    const hasEnded = await Promise.race([closed, once(server.stdout, 'data').then(() => false)]);
    if (hasEnded) throw new Error(`The example was not served: ${printed}`);
  }
  const stop = async () => {
    server.kill();
    await closed;
  };
  return { address: addressIn()!, stop };
}

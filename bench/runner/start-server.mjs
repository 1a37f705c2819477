import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort, untilListening } from './ports.mjs';
import { tail } from './logs.mjs';

/**
 * Starts a server in its own process and waits until it listens on its `PORT`.
 *
 * @param {import('../servers.mjs').Server} server
 * @param {string} address the URL of its database, passed as `DATABASE_URL`
 * @returns its process id and the base URL of requests
 */
export async function startServer(server, address, logs, processes) {
  const port = await findFreePort();
  const log = join(logs, `${server.name}.log`);
  const output = openSync(log, 'w');
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: address,
    ...server.env,
  };
  const stdio = ['ignore', output, output, ...(server.isProject ? ['ipc'] : [])];
  const child = processes.start(server.command, { env, cwd: logs, stdio });
  closeSync(output);
  await untilListening(child, port, () => `${server.name} did not start:\n${tail(log)}`);
  const base = `http://127.0.0.1:${port}${server.prefix}`;
  return { ...server, child, pid: child.pid, address, base };
}

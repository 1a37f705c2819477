import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a process gets to listen. */
const PATIENCE = 20_000;

/** A port of 127.0.0.1 that nobody listens on. */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Waits until the process listens.
 *
 * @throws Error when it ends before, or takes too long; `describe` says why
 */
export async function untilListening(child, port, describe) {
  const end = Date.now() + PATIENCE;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${describe()} (ended before it listened)`);
    if (Date.now() > end)
      throw new Error(`${describe()} (not listening after ${PATIENCE / 1000} s)`);
    await sleep(25);
  }
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

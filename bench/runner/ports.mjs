import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time limit for a process to listen, in milliseconds. */
const PATIENCE = 20_000;

/** Returns a free port of 127.0.0.1. */
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
 * @throws Error if it ends before, or takes too long; `describe` returns the message
 */
export async function untilListening(child, port, describe) {
  const end = Date.now() + PATIENCE;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${describe()} (ended before listening)`);
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

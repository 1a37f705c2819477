import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenConnections } from './open-connections.js';

/**
 * Milliseconds between two looks: whoever reads at all has taken a small answer long before one.
 */
const CHECK = 1_000;

/**
 * Closes the connections of those who ask and do not read what is answered: their answers would
 * fill the memory for as long as they like. Who reads slowly is not cut; neither is who waits for
 * an answer.
 *
 * @param patience milliseconds without a byte taken
 * @contract C12
 */
export function closeStalledConnections(
  server: Server,
  connections: OpenConnections,
  patience: number,
): void {
  const watched = new Set<Socket>();
  server.once('listening', () => {
    const looking = setInterval(look, CHECK).unref();
    server.once('close', () => clearInterval(looking));
  });

  function look(): void {
    for (const socket of connections.inUse()) {
      const isWaiting = socket.writableLength > 0;
      if (isWaiting && !watched.has(socket)) watch(socket);
      else if (!isWaiting && watched.delete(socket)) socket.setTimeout(0);
    }
  }

  /**
   * Node's timer starts anew with each byte that the system takes, and destroys a connection when
   * it runs out.
   */
  function watch(socket: Socket): void {
    watched.add(socket);
    socket.once('close', () => watched.delete(socket));
    socket.setTimeout(patience);
  }
}

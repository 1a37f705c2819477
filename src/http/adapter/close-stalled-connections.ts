import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenConnections } from './open-connections.js';

/**
 * Milliseconds between two checks. A client that reads has received a small response long before.
 */
const CHECK = 1_000;

/**
 * Closes connections whose client sends requests but does not read the responses, which would
 * otherwise stay in memory. Clients that read slowly or wait for a response keep their connection.
 *
 * @param patience milliseconds in which the client reads nothing
 * @contract C12
 */
export function closeStalledConnections(
  server: Server,
  connections: OpenConnections,
  patience: number,
): void {
  const watched = new Set<Socket>();
  server.once('listening', () => {
    const checking = setInterval(check, CHECK).unref();
    server.once('close', () => clearInterval(checking));
  });

  function check(): void {
    for (const socket of connections.inUse()) {
      const isWaiting = socket.writableLength > 0;
      if (isWaiting && !watched.has(socket)) watch(socket);
      else if (!isWaiting && watched.delete(socket)) socket.setTimeout(0);
    }
  }

  /**
   * Node restarts the timer whenever the system accepts bytes, and destroys the connection when it
   * expires.
   */
  function watch(socket: Socket): void {
    watched.add(socket);
    socket.once('close', () => watched.delete(socket));
    socket.setTimeout(patience);
  }
}

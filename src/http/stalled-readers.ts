import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenConnections } from './open-connections.js';

/** Milliseconds between two looks: whoever reads at all has taken a small answer long before one. */
const CHECK = 1_000;

/**
 * Closes the connections of those who ask and do not read what is answered: their answers would fill the memory for as
 * long as they like. Who reads slowly is not cut; neither is who waits for an answer.
 *
 * @contract C12
 */
export class StalledReaders {
  private readonly watched = new Set<Socket>();

  /** @param patience milliseconds without a byte taken */
  constructor(
    server: Server,
    private readonly connections: OpenConnections,
    private readonly patience: number,
  ) {
    server.once('listening', () => {
      const looking = setInterval(() => this.look(), CHECK).unref();
      server.once('close', () => clearInterval(looking));
    });
  }

  private look(): void {
    for (const socket of this.connections.inUse()) {
      const isWaiting = socket.writableLength > 0;
      if (isWaiting && !this.watched.has(socket)) this.watch(socket);
      else if (!isWaiting && this.watched.delete(socket)) socket.setTimeout(0);
    }
  }

  /** Node's timer starts anew with each byte that the system takes, and destroys a connection when it runs out. */
  private watch(socket: Socket): void {
    this.watched.add(socket);
    socket.once('close', () => this.watched.delete(socket));
    socket.setTimeout(this.patience);
  }
}

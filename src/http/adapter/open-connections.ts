import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks the connections of a server, and how many requests are in progress on each. Node itself
 * regards a connection on which nothing, or half a request, has arrived as busy, so that a silent
 * client would delay the shutdown.
 */
export class OpenConnections {
  private readonly requests = new Map<Socket, number>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.requests.set(socket, 0);
      socket.once('close', () => this.requests.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.add(socket, 1);
      response.once('close', () => this.add(socket, -1));
    });
  }

  /** Returns the connections with a request in progress. */
  *inUse(): Iterable<Socket> {
    for (const [socket, requests] of this.requests) if (requests > 0) yield socket;
  }

  /** Closes the connections without a request in progress. */
  closeUnused(): void {
    for (const [socket, requests] of this.requests) if (requests === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.requests.keys()) socket.destroy();
  }

  private add(socket: Socket, difference: number): void {
    const requests = this.requests.get(socket);
    if (requests !== undefined) this.requests.set(socket, requests + difference);
  }
}

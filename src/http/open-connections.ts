import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections of a server, and how many requests are under way on each. Node itself takes a
 * connection on which nothing, or half a request, has arrived for a busy one, so that whoever opens
 * one and is silent would hold up the end.
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

  /** Those on which a request is under way. */
  *inUse(): Iterable<Socket> {
    for (const [socket, requests] of this.requests) if (requests > 0) yield socket;
  }

  /** Closes those on which no request is under way. */
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

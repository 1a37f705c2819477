import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from './route-table.js';

/** Milliseconds between two looks for connections that nobody waits on any more. */
const IDLE_CHECK = 50;

/** Nest's Fastify adapter, with the refusals of this service in place of Nest's. */
export class EdgeAdapter extends FastifyAdapter {
  private stopping = false;

  constructor(
    instance: FastifyInstance,
    private readonly routes: RouteTable,
  ) {
    super(instance);
  }

  /** Whether the service is shutting down and takes no new request. */
  get isStopping(): boolean {
    return this.stopping;
  }

  override beforeClose(): void {
    this.stopping = true;
    this.closeIdleConnections();
    super.beforeClose();
  }

  /**
   * Node closes the connections that are idle when it is told to end. Those whose answers are still under way become
   * idle later, and would hold up the end for as long as their clients keep them.
   */
  private closeIdleConnections(): void {
    const server = this.getHttpServer<Server>();
    const looking = setInterval(() => server.closeIdleConnections(), IDLE_CHECK).unref();
    server.once('close', () => clearInterval(looking));
  }

  /** Nest would add a parser for HTML forms; the only one is that of `createAdapter`. */
  override registerParserMiddleware(): void {}

  /**
   * Nest calls this once every controller's routes are declared. Its own handler runs no guard, and Nest's routes fall
   * back on it for odd URLs (an empty path parameter, a target that is no path): the guarded catch-all answers those.
   */
  override setNotFoundHandler(handler: Function): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    this.routes.refuseOtherMethods(this.getInstance());
    return super.setNotFoundHandler(this.routes.catchAll ?? handler);
  }
}

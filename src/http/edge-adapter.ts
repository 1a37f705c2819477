import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { OpenConnections } from './open-connections.js';
import type { RouteTable } from './route-table.js';

/** Milliseconds between two looks for connections that nobody waits on any more. */
const IDLE_CHECK = 50;

/** The part of the grace that requests get; the rest is for closing what is behind them. */
const SHARE_OF_REQUESTS = 0.9;

/** Nest's Fastify adapter, with the refusals of this service in place of Nest's. */
export class EdgeAdapter extends FastifyAdapter {
  private stopping = false;
  private draining = false;
  readonly connections: OpenConnections;

  constructor(
    instance: FastifyInstance,
    readonly routes: RouteTable,
    /** Milliseconds. */
    private readonly grace: number,
  ) {
    super(instance);
    this.connections = new OpenConnections(instance.server);
  }

  /** Whether the service is shutting down and takes no new request. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Whether the service still takes requests, but soon stops. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** Asks clients to leave their connections with the response that they get next. */
  drain(): void {
    this.draining = true;
  }

  override beforeClose(): void {
    this.stopping = true;
    this.closeConnections();
    super.beforeClose();
  }

  /**
   * Node closes the connections that are idle when it is told to end. Those whose answers are still
   * under way become idle later, and would hold up the end for as long as their clients keep them.
   */
  private closeConnections(): void {
    const looking = setInterval(() => this.connections.closeUnused(), IDLE_CHECK).unref();
    const ending = setTimeout(
      () => this.connections.closeAll(),
      this.grace * SHARE_OF_REQUESTS,
    ).unref();
    this.getHttpServer<Server>().once('close', () => {
      clearInterval(looking);
      clearTimeout(ending);
    });
  }

  /** Nest would add a parser for HTML forms; the only one is that of `createAdapter`. */
  override registerParserMiddleware(): void {}

  /**
   * Nest calls this once every controller's routes are declared. Its own handler runs no guard, and
   * Nest's routes fall back on it for odd URLs (an empty path parameter, a target that is no path):
   * the guarded catch-all answers those.
   */
  override setNotFoundHandler(handler: Function): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    this.routes.refuseOtherMethods(this.getInstance());
    return super.setNotFoundHandler(this.routes.catchAll ?? handler);
  }
}

import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { OpenConnections } from './open-connections.js';
import type { RouteTable } from './route-table.js';

/** Milliseconds between two checks for connections without a request. */
const IDLE_CHECK = 50;

/**
 * The share of the grace period that requests get. The rest is for closing the resources behind
 * them.
 */
const SHARE_OF_REQUESTS = 0.9;

/** Nest's Fastify adapter, with this service's refusals in place of Nest's. */
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

  /** Whether the service is shutting down and rejects new requests. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Whether the service still accepts requests, but will stop soon. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** Asks clients to close their connections after the next response. */
  drain(): void {
    this.draining = true;
  }

  override beforeClose(): void {
    this.stopping = true;
    this.closeConnections();
    super.beforeClose();
  }

  /**
   * Node closes the connections that are idle when the server closes. Connections with a response
   * in progress become idle later, and would delay the shutdown for as long as their clients keep
   * them.
   */
  private closeConnections(): void {
    const checking = setInterval(() => this.connections.closeUnused(), IDLE_CHECK).unref();
    const ending = setTimeout(
      () => this.connections.closeAll(),
      this.grace * SHARE_OF_REQUESTS,
    ).unref();
    this.getHttpServer<Server>().once('close', () => {
      clearInterval(checking);
      clearTimeout(ending);
    });
  }

  /** Prevents Nest from adding a parser for HTML forms: `createAdapter` adds the only parsers. */
  override registerParserMiddleware(): void {}

  /**
   * Nest calls this once the routes of all controllers are declared. Its own handler runs no
   * guards, and Nest's routes fall back on it for odd URLs (an empty path parameter, a target that
   * is not a path): the guarded catch-all handles those.
   */
  override setNotFoundHandler(handler: Function): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    this.routes.refuseOtherMethods(this.getInstance());
    return super.setNotFoundHandler(this.routes.catchAll ?? handler);
  }
}

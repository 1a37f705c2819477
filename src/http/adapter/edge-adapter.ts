import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from '../setup/route-table.js';
import { OpenConnections } from './open-connections.js';

/** Milliseconds between two checks for connections without a request. */
const IDLE_CHECK = 50;

/**
 * The share of the grace period that requests get. The rest is for closing the resources behind
 * them.
 */
const SHARE_OF_REQUESTS = 0.9;

/** Nest's Fastify adapter for a server that serves nothing but the API. */
export class EdgeAdapter extends FastifyAdapter {
  readonly connections: OpenConnections;

  /**
   * @param routes the routes of the prepared instance
   * @param grace milliseconds in which a server that stops finishes its requests
   */
  constructor(
    instance: FastifyInstance,
    readonly routes: RouteTable,
    private readonly grace: number,
  ) {
    super(instance);
    this.connections = new OpenConnections(instance.server);
  }

  override beforeClose(): void {
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

  /** Prevents Nest from adding parsers: the API adds the only ones. */
  override registerParserMiddleware(): void {}

  /**
   * Nest calls this once the routes of all controllers are declared. Its own handler runs no
   * guards, and Nest's routes fall back on it for odd URLs (an empty path parameter, a target that
   * is not a path): the guarded catch-all handles those.
   */
  override setNotFoundHandler(handler: Function): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return super.setNotFoundHandler(this.routes.catchAll ?? handler);
  }
}

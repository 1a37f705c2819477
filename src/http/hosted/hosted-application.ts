import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from '../../base/logging/create-logger.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { compressResponses } from '../hooks/compress-responses.js';
import { createCors, respondToPreflight } from '../hooks/respond-to-preflight.js';
import { setResponseHeaders } from '../hooks/set-response-headers.js';
import { sendError } from '../errors/error.filter.js';
import { logRequests } from '../hooks/log-requests.js';
import { rejectForms } from '../forms/register-form-parser.js';
import { OWN_ROUTES, type OwnRoutes } from '../requests/own-routes.js';
import { rejectLongQueries } from '../hooks/reject-long-queries.js';
import { rejectNulInPath } from '../hooks/reject-nul-in-path.js';
import { rejectRepeatedHeaders } from '../hooks/reject-repeated-headers.js';
import { rejectDuringShutdown } from '../hooks/reject-during-shutdown.js';
import { RouteTable } from '../adapter/route-table.js';
import { HostError } from '../errors/host-error.js';
import { hooksOn, sendHooksOn } from '../hooks/hooks-on.js';
import { isolateBodyParsers } from './isolate-body-parsers.js';

/**
 * Prepares a team's own application for the API: parsers, hooks, error handling and refusals, for
 * the API's routes only. What belongs to the server as a whole (timeouts, header sizes, trusted
 * proxies) stays with the application.
 *
 * @contract C4.3
 */
@Injectable()
export class HostedApplication implements OnModuleInit, OnModuleDestroy {
  private readonly routes: RouteTable;
  private isClosing = false;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(OWN_ROUTES) private readonly own: OwnRoutes,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.routes = new RouteTable(`${options.prefix}/*`);
  }

  get isStopping(): boolean {
    return this.isClosing;
  }

  /** The application itself decides how it drains before it stops. */
  readonly isDraining = false;

  /**
   * Must be called before the routes are declared.
   *
   * @throws HostError when the application does not run on Fastify, or when an option belongs to
   * its adapter
   */
  attach(): void {
    const adapter = this.host.httpAdapter as unknown as FastifyAdapter;
    if (adapter.getType() !== 'fastify') throw HostError.ofAdapter();
    if (this.options.trustedProxies.length > 0)
      throw HostError.ofProxies(this.options.trustedProxies);
    const instance = adapter.getInstance<FastifyInstance>();
    addMissingMethods(instance);
    instance.addHook('onRoute', (route) => this.adopt(route));
    this.addHooks(instance);
    adapter.useMultipart();
    instance.addHook('onReady', (done) =>
      done(instance.hasRequestDecorator('isMultipart') ? undefined : HostError.ofForms()),
    );
  }

  /**
   * Runs once every route is declared.
   * @throws HostError when the API is not served under its prefix
   */
  onModuleInit(): void {
    if (!this.isServed) return;
    if (!this.routes.catchAll) throw HostError.ofPrefix(this.options.prefix);
    this.routes.refuseOtherMethods(this.host.httpAdapter.getInstance<FastifyInstance>());
  }

  onModuleDestroy(): void {
    this.isClosing = true;
  }

  private get isServed(): boolean {
    return this.routes.declared.length > 0;
  }

  /**
   * Marks a route of the API. Filters of the application do not see errors that occur before its
   * handler.
   */
  private adopt(route: RouteOptions): void {
    const isUnderPrefix =
      route.url === this.options.prefix || route.url.startsWith(`${this.options.prefix}/`);
    if (!isUnderPrefix && route.config?.resourceApi !== true) return;
    route.config = { ...route.config, resourceApi: true };
    route.errorHandler = (error, request, reply) => sendError(error, request, reply, this.logger);
    this.routes.add(route);
  }

  private addHooks(instance: FastifyInstance): void {
    const { options, own } = this;
    const hooks = hooksOn(instance, own);
    hooks.addHook('onRequest', (request, _reply, done) => {
      request.id = randomUUID();
      done();
    });
    setResponseHeaders(hooks);
    logRequests(hooks, this.logger);
    respondToPreflight(hooks, createCors(options));
    compressResponses(sendHooksOn(instance, own), options);
    rejectDuringShutdown(hooks, this);
    rejectLongQueries(hooks, options.limits.queryBytes);
    rejectRepeatedHeaders(hooks);
    rejectNulInPath(hooks);
    isolateBodyParsers(instance, own, options.limits);
    rejectForms(hooks, options.limits);
  }
}

/** Lets the catch-all under the prefix see every method. */
function addMissingMethods(instance: FastifyInstance): void {
  const missing = METHODS.filter(
    (method) => method !== 'CONNECT' && !instance.supportedMethods.includes(method),
  );
  for (const method of missing) instance.addHttpMethod(method);
}

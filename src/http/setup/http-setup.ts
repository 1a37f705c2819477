import { METHODS } from 'node:http';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from '../../base/logging/create-logger.js';
import { Shutdown } from '../../base/schedule/shutdown.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { sendError } from '../errors/error.filter.js';
import { HostError } from '../errors/host-error.js';
import { rejectForms } from '../forms/reject-forms.js';
import { compressResponses } from '../hooks/compress-responses.js';
import { hooksOn, sendHooksOn } from '../hooks/hooks-on.js';
import { logRequests } from '../hooks/log-requests.js';
import { rejectDuringShutdown } from '../hooks/reject-during-shutdown.js';
import { rejectLongQueries } from '../hooks/reject-long-queries.js';
import { rejectNulInPath } from '../hooks/reject-nul-in-path.js';
import { rejectRepeatedHeaders } from '../hooks/reject-repeated-headers.js';
import { createCors, respondToPreflight } from '../hooks/respond-to-preflight.js';
import { setResponseHeaders } from '../hooks/set-response-headers.js';
import { OWN_ROUTES, type OwnRoutes } from '../requests/own-routes.js';
import { isolateBodyParsers } from './isolate-body-parsers.js';
import { RouteTable } from './route-table.js';

/**
 * Prepares an application for the API: parsers, hooks, error handling and refusals, for the API's
 * routes only. What belongs to the server as a whole (timeouts, header sizes, trusted proxies) is
 * decided by its adapter.
 *
 * @contract C4.3
 */
@Injectable()
export class HttpSetup implements OnModuleInit {
  readonly routes: RouteTable;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(OWN_ROUTES) private readonly own: OwnRoutes,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly shutdown: Shutdown,
  ) {
    this.routes = new RouteTable(`${own.root}/*`);
  }

  /**
   * Must be called before the routes are declared.
   * @throws HostError when the application does not run on Fastify, or cannot read forms
   */
  attach(): void {
    const adapter = this.host.httpAdapter as unknown as FastifyAdapter;
    if (adapter.getType() !== 'fastify') throw HostError.ofAdapter();
    const instance = adapter.getInstance<FastifyInstance>();
    addMissingMethods(instance);
    instance.addHook('onRoute', (route) => this.adopt(route));
    this.addHooks(instance);
    adapter.useMultipart();
    this.stopBeforeClose(adapter);
    instance.addHook('onReady', (done) =>
      done(instance.hasRequestDecorator('isMultipart') ? undefined : HostError.ofForms()),
    );
  }

  /**
   * Runs once every route is declared.
   * @throws HostError when the API is not served under its prefix
   */
  onModuleInit(): void {
    if (this.routes.declared.length === 0) return;
    if (!this.routes.catchAll) throw HostError.ofPrefix(this.options.prefix);
    this.routes.refuseOtherMethods(this.host.httpAdapter.getInstance<FastifyInstance>());
  }

  /** Nest's own hooks run after those of the team's modules, which may end what requests need. */
  private stopBeforeClose(adapter: FastifyAdapter): void {
    const beforeClose = adapter.beforeClose.bind(adapter);
    adapter.beforeClose = () => {
      this.shutdown.stop();
      beforeClose();
    };
  }

  /**
   * Marks a route of the API. Filters of the application do not see errors that occur before its
   * handler.
   */
  private adopt(route: RouteOptions): void {
    const { root } = this.own;
    const isUnderRoot = route.url === root || route.url.startsWith(`${root}/`);
    const isOwn = route.config?.resourceApi === true;
    if (!isUnderRoot && !isOwn) return;
    route.config = { ...route.config, resourceApi: true, ...(!isOwn && { anyBody: true }) };
    route.errorHandler = (error, httpRequest, reply) =>
      sendError(error, httpRequest, reply, this.logger);
    this.routes.add(route);
  }

  private addHooks(instance: FastifyInstance): void {
    const { options, own } = this;
    const hooks = hooksOn(instance, own);
    setResponseHeaders(hooks);
    logRequests(hooks, this.logger);
    respondToPreflight(hooks, createCors(options));
    compressResponses(sendHooksOn(instance, own), options);
    rejectDuringShutdown(hooks, this.shutdown);
    rejectRepeatedHeaders(hooks);
    rejectLongQueries(hooks, options.limits.queryBytes);
    rejectNulInPath(hooks);
    isolateBodyParsers(instance, own, options.limits);
    rejectForms(hooks, options.limits);
  }
}

/** Lets the catch-all see every method. CONNECT never arrives as a request. */
function addMissingMethods(instance: FastifyInstance): void {
  const missing = METHODS.filter(
    (method) => method !== 'CONNECT' && !instance.supportedMethods.includes(method),
  );
  for (const method of missing) instance.addHttpMethod(method);
}

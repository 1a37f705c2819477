import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from '../../base/logging/create-logger.js';
import { Shutdown } from '../../base/schedule/shutdown.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { EdgeAdapter } from '../adapter/edge-adapter.js';
import { HostError } from '../errors/host-error.js';
import { OWN_ROUTES, type OwnRoutes } from '../requests/own-routes.js';
import { prepareServer } from '../setup/prepare-server.js';
import type { RouteTable } from '../setup/route-table.js';

/**
 * Prepares an application for the API. What belongs to the server as a whole (timeouts, header
 * sizes, trusted proxies) is decided by its adapter.
 *
 * @contract C4.3
 */
@Injectable()
export class HttpSetup implements OnModuleInit {
  private table: RouteTable | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(OWN_ROUTES) private readonly own: OwnRoutes,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly shutdown: Shutdown,
  ) {}

  /** The routes of the API, once the application has started; `undefined` without a server. */
  get routes(): RouteTable | undefined {
    return this.table;
  }

  /**
   * Must be called before the routes are declared.
   * @throws HostError when the application does not run on Fastify, or cannot read forms
   */
  attach(): void {
    const adapter = this.host.httpAdapter as unknown as FastifyAdapter;
    if (adapter.getType() !== 'fastify') throw HostError.ofAdapter();
    const instance = adapter.getInstance<FastifyInstance>();
    const { own, options, logger, shutdown } = this;
    this.table =
      adapter instanceof EdgeAdapter
        ? adapter.routes
        : prepareServer(instance, { own, options, logger, shutdown });
    adapter.useMultipart();
    this.stopBeforeClose(adapter);
    instance.addHook('onReady', (done) =>
      done(instance.hasRequestDecorator('isMultipart') ? undefined : HostError.ofForms()),
    );
  }

  /**
   * Runs once every route is declared; also in an application without a server, such as a script.
   * @throws HostError when the API is not served under its prefix
   */
  onModuleInit(): void {
    if (!this.table || this.table.declared.length === 0) return;
    if (!this.table.catchAll) throw HostError.ofPrefix(this.options.prefix);
    this.table.refuseOtherMethods(this.host.httpAdapter.getInstance<FastifyInstance>());
  }

  /** Nest's own hooks run after those of the team's modules, which may end what requests need. */
  private stopBeforeClose(adapter: FastifyAdapter): void {
    const beforeClose = adapter.beforeClose.bind(adapter);
    adapter.beforeClose = () => {
      this.shutdown.stop();
      beforeClose();
    };
  }
}

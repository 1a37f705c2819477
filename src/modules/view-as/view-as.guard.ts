import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Origin } from '../../authorization/request-origin.js';
import { RequestError } from '../../errors/index.js';
import { addVary } from '../../http/add-vary.js';
import { OWN_ROUTES, type OwnRoutes } from '../../http/own-routes.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { VIEW_AS } from '../../reference/paths/view-as.js';
import { ViewedAccounts } from './viewed-accounts.js';

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Replaces the caller of a read with the account that the header `View-As` names. It runs after the
 * caller is known and counted by the rates, and before anything asks for rights.
 *
 * A deployment without the option rejects the header: a client that reads as another account would
 * otherwise write as itself.
 *
 * @contract C2.9
 */
@Injectable()
export class ViewAsGuard implements CanActivate {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(OWN_ROUTES) private readonly own: OwnRoutes,
    private readonly accounts: ViewedAccounts,
  ) {}

  /** @throws RequestError `malformed_request`, `view_as_read_only`, `view_as_refused` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & { user?: object }>();
    if (!this.own.has(request)) return true;
    const isAllowed = this.options.viewAs !== null;
    if (isAllowed && request.user) addVary(http.getResponse<FastifyReply>(), VIEW_AS);
    const written = request.headers[VIEW_AS.toLowerCase()];
    if (written === undefined) return true;
    if (!isAllowed) throw unsupported();
    if (!reads.has(request.method)) throw new RequestError('view_as_read_only');
    if (!request.user) return true;
    const origin = new Origin('http', request.headers['user-agent']);
    request.user = await this.accounts.get(request.user, String(written), origin);
    return true;
  }
}

const unsupported = () =>
  new RequestError('malformed_request', {
    errors: { [VIEW_AS]: ['This service does not support the header. Remove it.'] },
  });

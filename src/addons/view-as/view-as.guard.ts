import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { isFrameworkController } from '../../http/errors/framework-controller.js';
import { addVary } from '../../http/requests/add-vary.js';
import { OWN_ROUTES, type OwnRoutes } from '../../http/requests/own-routes.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { Origin } from '../../pipeline/authorization/request-origin.js';
import { ViewedAccounts } from './viewed-accounts.js';

/** The header that names the account with whose rights a request reads. */
const VIEW_AS = 'View-As';

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

type CallerRequest = FastifyRequest & { user?: object };

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
  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<CallerRequest>();
    if (!this.own.has(httpRequest) && !isFrameworkController(execution.getClass())) return true;
    const { viewAs } = this.options;
    const { user } = httpRequest;
    if (viewAs && user) addVary(http.getResponse<FastifyReply>(), VIEW_AS);
    const written = httpRequest.headers['view-as'];
    if (written === undefined) return true;
    if (!viewAs) throw unsupported();
    if (!reads.has(httpRequest.method)) throw new RequestError('view_as_read_only');
    return !user || this.replace(httpRequest, user, String(written));
  }

  private async replace(
    httpRequest: CallerRequest,
    caller: object,
    written: string,
  ): Promise<boolean> {
    const origin = new Origin('http', httpRequest.headers['user-agent']);
    httpRequest.user = await this.accounts.get(caller, written, origin);
    return true;
  }
}

const unsupported = () =>
  new RequestError('malformed_request', {
    errors: { [VIEW_AS]: ['This service does not support the header. Remove it.'] },
  });

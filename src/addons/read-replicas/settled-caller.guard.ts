import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isFrameworkController } from '../../http/errors/framework-controller.js';
import { OWN_ROUTES, type OwnRoutes } from '../../http/requests/own-routes.js';
import { UserTable } from '../../modules/auth/index.js';
import { Replication } from './replication.js';

/** Finds out what the caller of each request has written last, before anything is read for it. */
@Injectable()
export class SettledCallerGuard implements CanActivate {
  constructor(
    @Inject(OWN_ROUTES) private readonly own: OwnRoutes,
    private readonly replication: Replication,
    private readonly users: UserTable,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<FastifyRequest & { user?: object }>();
    const isOwn = this.own.has(request) || isFrameworkController(execution.getClass());
    if (isOwn && request.user)
      await this.replication.settle(request.user, this.users.userKey(request.user));
    return true;
  }
}

import {
  Inject,
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  type OnModuleInit,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { firstValueFrom, isObservable } from 'rxjs';
import { enterStage } from '../../base/work-trace.js';
import { RequestError } from '../../base/errors/index.js';
import { isFrameworkController } from '../../http/errors/framework-controller.js';
import { OWN_ROUTES, type OwnRoutes } from '../../http/requests/own-routes.js';
import { isPublicMiss } from '../../http/errors/unmatched.controller.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { instanceOf } from './instance-of.js';
import { isPublic } from './public.decorator.js';
import { challengeOf, unauthenticated } from './unauthenticated.js';
import { UserTable } from './user-table.js';

/**
 * The global guard. Runs the guards of the option `middleware`, in order, on every request that is
 * not for a public handler, and rejects requests for which they set no user.
 *
 * @throws RequestError `unauthenticated` without a user, `unauthorized` if a guard of the list
 * rejects the request
 * @contract C2.1
 */
@Injectable()
export class AuthenticationGuard implements CanActivate, OnModuleInit {
  private guards: readonly CanActivate[] = [];
  private readonly challenge: string;

  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly users: UserTable,
    private readonly moduleRef: ModuleRef,
    @Inject(OWN_ROUTES) private readonly own: OwnRoutes,
  ) {
    this.challenge = challengeOf(options.authentication);
  }

  async onModuleInit(): Promise<void> {
    this.guards = await Promise.all(
      this.options.middleware.map((guard) => instanceOf(this.moduleRef, guard)),
    );
  }

  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    return (
      !this.isOurs(execution) ||
      isPublic(execution) ||
      isPublicMiss(execution, this.options.prefix) ||
      this.runGuards(execution)
    );
  }

  /** Routes of the framework are guarded even if they are not marked. */
  private isOurs(execution: ExecutionContext): boolean {
    return (
      this.own.has(execution.switchToHttp().getRequest()) ||
      isFrameworkController(execution.getClass())
    );
  }

  private async runGuards(execution: ExecutionContext): Promise<boolean> {
    enterStage('authenticate');
    for (const guard of this.guards) {
      if (!(await this.admits(guard, execution))) throw new RequestError('unauthorized');
    }
    const { user, observation } = requestOf(execution);
    if (!user) throw this.unauthenticated(execution);
    if (observation) observation.user = this.users.findKeyOf(user);
    enterStage(null);
    return true;
  }

  private async admits(guard: CanActivate, execution: ExecutionContext): Promise<boolean> {
    try {
      const outcome = guard.canActivate(execution);
      return isObservable(outcome) ? await firstValueFrom(outcome) : await outcome;
    } catch (error) {
      throw error instanceof UnauthorizedException ? this.unauthenticated(execution, error) : error;
    }
  }

  private unauthenticated(execution: ExecutionContext, cause?: unknown): RequestError {
    const { headers } = requestOf(execution);
    return unauthenticated({ headers, challenge: this.challenge, cause });
  }
}

const requestOf = (execution: ExecutionContext) =>
  execution.switchToHttp().getRequest<FastifyRequest & { readonly user?: object }>();

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
import { RequestError } from '../../base/errors/index.js';
import { isFrameworkController } from '../../http/errors/framework-controller.js';
import { OWN_ROUTES, type OwnRoutes } from '../../http/requests/own-routes.js';
import { isPublicMiss } from '../../http/errors/unmatched.controller.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { instanceOf } from './instance-of.js';
import { isPublic } from './public.decorator.js';
import { challengeOf, unauthenticated } from './unauthenticated.js';

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

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return (
      !this.isOurs(context) ||
      isPublic(context) ||
      isPublicMiss(context, this.options.prefix) ||
      this.runGuards(context)
    );
  }

  /** Routes of the framework are guarded even if they are not marked. */
  private isOurs(context: ExecutionContext): boolean {
    return (
      this.own.has(context.switchToHttp().getRequest()) || isFrameworkController(context.getClass())
    );
  }

  private async runGuards(context: ExecutionContext): Promise<boolean> {
    for (const guard of this.guards) {
      if (!(await this.admits(guard, context))) throw new RequestError('unauthorized');
    }
    if (!requestOf(context).user) throw this.unauthenticated(context);
    return true;
  }

  private async admits(guard: CanActivate, context: ExecutionContext): Promise<boolean> {
    try {
      const outcome = guard.canActivate(context);
      return isObservable(outcome) ? await firstValueFrom(outcome) : await outcome;
    } catch (error) {
      throw error instanceof UnauthorizedException ? this.unauthenticated(context, error) : error;
    }
  }

  private unauthenticated(context: ExecutionContext, cause?: unknown): RequestError {
    const { headers } = requestOf(context);
    return unauthenticated({ headers, challenge: this.challenge, cause });
  }
}

const requestOf = (context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest & { readonly user?: object }>();

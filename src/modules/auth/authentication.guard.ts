import {
  Inject,
  Injectable,
  Optional,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  type OnModuleInit,
  type Type,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { firstValueFrom, isObservable } from 'rxjs';
import { RequestError } from '../../errors/index.js';
import { isFrameworkController } from '../../http/framework-controller.js';
import { everyRoute, OWN_ROUTES, type OwnRoutes } from '../../http/own-routes.js';
import { isPublicMiss } from '../../http/unmatched.controller.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { isPublic } from './public.decorator.js';
import { unauthenticated } from './unauthenticated.js';

/**
 * The one global guard: every request that is not for a public handler passes the guards of the
 * option `middleware`, in their order, and leaves them with a user, or is refused.
 *
 * @throws RequestError `unauthenticated` without a user, `unauthorized` when a guard of the list
 * says no
 * @contract C2.1
 */
@Injectable()
export class AuthenticationGuard implements CanActivate, OnModuleInit {
  private guards: readonly CanActivate[] = [];

  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly moduleRef: ModuleRef,
    @Optional() @Inject(OWN_ROUTES) private readonly own: OwnRoutes = everyRoute,
  ) {}

  async onModuleInit(): Promise<void> {
    this.guards = await Promise.all(
      this.options.middleware.map((guard) => this.getInstance(guard)),
    );
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return (
      !this.isOurs(context) ||
      isPublic(context) ||
      isPublicMiss(context, this.options.prefix) ||
      this.pass(context)
    );
  }

  /** A route of the framework is guarded even if nothing marked it. */
  private isOurs(context: ExecutionContext): boolean {
    return (
      this.own.has(context.switchToHttp().getRequest()) || isFrameworkController(context.getClass())
    );
  }

  private async pass(context: ExecutionContext): Promise<boolean> {
    for (const guard of this.guards) {
      if (!(await admits(guard, context))) throw new RequestError('unauthorized');
    }
    const { user, headers } = requestOf(context);
    if (!user) throw unauthenticated(headers);
    return true;
  }

  /** A guard of the team's own is a provider of one of its modules, or is made here. */
  private async getInstance(guard: Type<CanActivate>): Promise<CanActivate> {
    try {
      return this.moduleRef.get(guard, { strict: false });
    } catch {
      return this.moduleRef.create(guard);
    }
  }
}

const requestOf = (context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest & { readonly user?: object }>();

async function admits(guard: CanActivate, context: ExecutionContext): Promise<boolean> {
  try {
    const answer = guard.canActivate(context);
    return isObservable(answer) ? await firstValueFrom(answer) : await answer;
  } catch (error) {
    throw error instanceof UnauthorizedException
      ? unauthenticated(requestOf(context).headers, error)
      : error;
  }
}

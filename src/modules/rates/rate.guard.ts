import { Inject, Injectable, Optional, type ExecutionContext } from '@nestjs/common';
import {
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../errors/index.js';
import { everyRoute, OWN_ROUTES, type OwnRoutes } from '../../http/own-routes.js';

/** Refuses the callers that call too often, by one of the rates of the package. */
@Injectable()
export abstract class RateGuard extends ThrottlerGuard {
  /** Which of the two rates it is. */
  protected abstract readonly rate: 'peer' | 'user';

  @Optional()
  @Inject(OWN_ROUTES)
  private readonly own: OwnRoutes = everyRoute;

  /**
   * The package warns of a service without rates, which is what the contract wants where none is
   * set.
   */
  override async onModuleInit(): Promise<void> {
    this.throttlers = [];
    if (isEmpty(this.options)) return;
    await super.onModuleInit();
    this.throttlers = this.throttlers.filter(({ name }) => name === this.rate);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const isOurs = this.throttlers.length > 0 && this.own.has(context.switchToHttp().getRequest());
    return !isOurs || super.canActivate(context);
  }

  /** One count for all routes together, where the package counts each handler by itself. */
  protected override generateKey(_context: ExecutionContext, caller: string, rate: string): string {
    return `${rate} ${caller}`;
  }

  /**
   * Counts each request that a body holds, so that a batch counts as much as its messages one by
   * one. Without the headers of the package, which no clause names.
   *
   * @throws RequestError `too_many_requests`
   */
  protected override async handleRequest({
    context,
    limit,
    ttl,
    throttler,
    getTracker,
    generateKey,
  }: ThrottlerRequest) {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = await getTracker(request, context);
    const key = generateKey(context, caller, throttler.name!);
    for (let left = requestsIn(request); left > 0; left -= 1) {
      const { isBlocked, timeToExpire } = await this.storageService.increment(
        key,
        ttl,
        limit,
        ttl,
        throttler.name!,
      );
      if (isBlocked)
        throw new RequestError('too_many_requests', {
          headers: { 'Retry-After': String(timeToExpire) },
        });
    }
    return true;
  }
}

const requestsIn = ({ routeOptions, body }: FastifyRequest): number =>
  routeOptions.config.countRequests?.(body) ?? 1;

const isEmpty = (options: ThrottlerModuleOptions) =>
  (Array.isArray(options) ? options : options.throttlers).length === 0;

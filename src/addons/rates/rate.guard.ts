import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import {
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { OWN_ROUTES, type OwnRoutes } from '../../http/requests/own-routes.js';

/** Rejects callers that exceed one of the rates. */
@Injectable()
export abstract class RateGuard extends ThrottlerGuard {
  protected abstract readonly rate: 'clientAddress' | 'user';

  @Inject(OWN_ROUTES)
  private readonly own!: OwnRoutes;

  /**
   * Skips the package's setup if there are no rates: it would warn, although this is the default.
   */
  override async onModuleInit(): Promise<void> {
    this.throttlers = [];
    if (isEmpty(this.options)) return;
    await super.onModuleInit();
    this.throttlers = this.throttlers.filter(({ name }) => name === this.rate);
  }

  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    const isOurs =
      this.throttlers.length > 0 && this.own.has(execution.switchToHttp().getRequest());
    return !isOurs || super.canActivate(execution);
  }

  /** Counts all routes together; the package would count each handler separately. */
  protected override generateKey(_context: ExecutionContext, caller: string, rate: string): string {
    return `${rate} ${caller}`;
  }

  /**
   * Counts each message in a body, so that a batch counts as much as its messages sent one by one.
   * Sends no rate headers, unlike the package.
   *
   * @throws RequestError `too_many_requests`
   */
  protected override async handleRequest({
    context: execution,
    limit,
    ttl,
    throttler,
    getTracker,
    generateKey,
  }: ThrottlerRequest) {
    const httpRequest = execution.switchToHttp().getRequest<FastifyRequest>();
    const caller = await getTracker(httpRequest, execution);
    const key = generateKey(execution, caller, throttler.name!);
    for (let left = requestsIn(httpRequest); left > 0; left -= 1) {
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

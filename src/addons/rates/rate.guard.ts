import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import {
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { addRate } from '../../http/hooks/rate-headers.js';
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
   * The headers are those of the current draft; the package sends older ones.
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
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<FastifyRequest>();
    const name = throttler.name!;
    const key = generateKey(execution, await getTracker(httpRequest, execution), name);
    const requests = requestsIn(httpRequest);
    if (requests === 0) return true;
    const count = () => this.storageService.increment(key, ttl, limit, ttl, name);
    let last = await count();
    for (let counted = 1; counted < requests && !last.isBlocked; counted += 1) last = await count();
    const { isBlocked, totalHits, timeToExpire } = last;
    addRate(
      http.getResponse<FastifyReply>(),
      { name: policyNames[this.rate], quota: limit, window: ttl / 1000 },
      { remaining: Math.max(0, limit - totalHits), reset: timeToExpire },
    );
    if (isBlocked)
      throw new RequestError('too_many_requests', {
        headers: { 'Retry-After': String(timeToExpire) },
      });
    return true;
  }
}

/** The names of the rates in headers. */
const policyNames = { clientAddress: 'client-address', user: 'user' } as const;

const requestsIn = ({ routeOptions, body }: FastifyRequest): number =>
  routeOptions.config.countRequests?.(body) ?? 1;

const isEmpty = (options: ThrottlerModuleOptions) =>
  (Array.isArray(options) ? options : options.throttlers).length === 0;

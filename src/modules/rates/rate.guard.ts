import { Inject, Injectable, Optional, type ExecutionContext } from '@nestjs/common';
import {
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors/index.js';
import {
  rateHeaderNames,
  rateHeaders,
  type RatePolicy,
  type RateState,
} from '../../http/rate-headers.js';
import { everyRoute, OWN_ROUTES, type OwnRoutes } from '../../http/own-routes.js';

/** Rejects callers that exceed one of the rates. */
@Injectable()
export abstract class RateGuard extends ThrottlerGuard {
  protected abstract readonly rate: 'clientAddress' | 'user';

  @Optional()
  @Inject(OWN_ROUTES)
  private readonly own: OwnRoutes = everyRoute;

  /**
   * Skips the package's setup if there are no rates: it would warn, although this is the default.
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
    context,
    limit,
    ttl,
    throttler,
    getTracker,
    generateKey,
  }: ThrottlerRequest) {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = await getTracker(request, context);
    const name = throttler.name!;
    const key = generateKey(context, caller, name);
    const policy = { name: policyNames[this.rate], quota: limit, window: ttl / 1000 };
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    let left = requestsIn(request);
    for (;;) {
      const { isBlocked, totalHits, timeToExpire } = await this.storageService.increment(
        key,
        ttl,
        limit,
        ttl,
        name,
      );
      left -= 1;
      if (!isBlocked && left > 0) continue;
      addRate(reply, policy, { remaining: Math.max(0, limit - totalHits), reset: timeToExpire });
      if (!isBlocked) return true;
      throw new RequestError('too_many_requests', {
        headers: { 'Retry-After': String(timeToExpire) },
      });
    }
  }
}

/** The names of the rates in headers. */
const policyNames = { clientAddress: 'client-address', user: 'user' } as const;

function addRate(reply: FastifyReply, policy: RatePolicy, state: RateState): void {
  const headers = rateHeaders(policy, state);
  for (const name of rateHeaderNames) {
    const known = reply.getHeader(name);
    reply.header(name, known === undefined ? headers[name] : `${String(known)}, ${headers[name]}`);
  }
}

const requestsIn = ({ routeOptions, body }: FastifyRequest): number =>
  routeOptions.config.countRequests?.(body) ?? 1;

const isEmpty = (options: ThrottlerModuleOptions) =>
  (Array.isArray(options) ? options : options.throttlers).length === 0;

import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import { RequestError } from '../../errors/index.js';

/** Refuses the callers that call too often, by one of the rates of the package. */
@Injectable()
export abstract class RateGuard extends ThrottlerGuard {
  /** Which of the two rates it is. */
  protected abstract readonly rate: 'peer' | 'user';

  /** The package warns of a service without rates, which is what the contract wants where none is set. */
  override async onModuleInit(): Promise<void> {
    this.throttlers = [];
    if (isEmpty(this.options)) return;
    await super.onModuleInit();
    this.throttlers = this.throttlers.filter(({ name }) => name === this.rate);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    return this.throttlers.length === 0 || super.canActivate(context);
  }

  /** One count for all routes together, where the package counts each handler by itself. */
  protected override generateKey(_context: ExecutionContext, caller: string, rate: string): string {
    return `${rate} ${caller}`;
  }

  /** Without the headers of the package, which no clause names. @throws RequestError `too_many_requests` */
  protected override async handleRequest({
    context,
    limit,
    ttl,
    throttler,
    getTracker,
    generateKey,
  }: ThrottlerRequest) {
    const caller = await getTracker(this.getRequestResponse(context).req, context);
    const key = generateKey(context, caller, throttler.name!);
    const { isBlocked, timeToExpire } = await this.storageService.increment(key, ttl, limit, ttl, throttler.name!);
    if (!isBlocked) return true;
    throw new RequestError('too_many_requests', { headers: { 'Retry-After': String(timeToExpire) } });
  }
}

const isEmpty = (options: ThrottlerModuleOptions) =>
  (Array.isArray(options) ? options : options.throttlers).length === 0;

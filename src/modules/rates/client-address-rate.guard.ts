import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf } from '../../http/client-address.js';
import { pathOf } from '../../http/public-path.js';
import { RateGuard } from './rate.guard.js';

/** Endpoints for operators are not counted: a busy client must not make the service look down. */
const UNCOUNTED = /^\/(?:health\/|metrics$)/;

/**
 * Limits the requests from a client address, or from a /64 for IPv6, which belongs to one client.
 * Runs before tokens are looked up, for all callers.
 *
 * @throws RequestError `too_many_requests`
 * @contract C12
 */
@Injectable()
export class ClientAddressRateGuard extends RateGuard {
  protected override readonly rate = 'clientAddress';

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    return UNCOUNTED.test(pathOf(raw.url ?? ''));
  }

  /** The package reduces an IPv6 address to its /64. */
  protected override getTracker(request: FastifyRequest): Promise<string> {
    return super.getTracker({ ip: clientAddressOf(request) });
  }
}

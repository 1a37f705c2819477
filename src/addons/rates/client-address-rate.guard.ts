import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf } from '../../http/requests/client-address.js';
import { RateGuard } from './rate.guard.js';

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

  /** The package reduces an IPv6 address to its /64. */
  protected override getTracker(httpRequest: FastifyRequest): Promise<string> {
    return super.getTracker({ ip: clientAddressOf(httpRequest) });
  }
}

import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf } from '../../http/client-address.js';
import { pathOf } from '../../http/public-path.js';
import { RateGuard } from './rate.guard.js';

/** What those ask who look after the service: a busy peer must not make it look dead. */
const UNCOUNTED = /^\/(?:health\/|metrics$)/;

/**
 * Bounds the requests from one network address, or from one /64 of IPv6, which one caller has to
 * itself. Asked before a token is looked up; signed in or not makes no difference.
 *
 * @throws RequestError `too_many_requests`
 * @contract C12
 */
@Injectable()
export class ClientAddressRateGuard extends RateGuard {
  protected override readonly rate = 'peer';

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    return UNCOUNTED.test(pathOf(raw.url ?? ''));
  }

  /** The package knows what a /64 is. */
  protected override getTracker(request: FastifyRequest): Promise<string> {
    return super.getTracker({ ip: clientAddressOf(request) });
  }
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { findBearerToken, unauthenticated } from '../../modules/auth/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';

const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
/** Headers that a proxy adds: the connection then does not come from the caller itself. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * Admits requests with the configured token. If no token is configured, admits only requests from
 * the local machine that do not come through a proxy.
 *
 * @throws RequestError `unauthenticated`
 * @contract C2.1
 */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(@Inject(OPTIONS) private readonly options: ResolvedOptions) {}

  canActivate(execution: ExecutionContext): boolean {
    const httpRequest = execution.switchToHttp().getRequest<FastifyRequest>();
    const { token } = this.options.metrics;
    const mayRead =
      token === undefined
        ? isLocal(httpRequest)
        : isSame(findBearerToken(httpRequest.headers) ?? '', token);
    if (!mayRead) throw unauthenticated({ headers: httpRequest.headers });
    return true;
  }
}

function isLocal({ headers, socket }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}

/** Compares in constant time. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (token: string) => createHash('sha256').update(token).digest();

import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { findBearerToken, unauthenticated } from '../auth/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';

const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
/** What a proxy adds: the caller is then somebody else than whoever connects. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * Lets those read who have the configured token. Where none is configured, whoever asks from this
 * very machine, not by way of a proxy that runs on it.
 *
 * @throws RequestError `unauthenticated`
 * @contract C2.1
 */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(@Inject(OPTIONS) private readonly options: ResolvedOptions) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { token } = this.options.metrics;
    const mayRead =
      token === undefined
        ? isLocal(request)
        : isSame(findBearerToken(request.headers) ?? '', token);
    if (!mayRead) throw unauthenticated({ headers: request.headers });
    return true;
  }
}

function isLocal({ headers, socket }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}

/** In a time that tells nothing of where they differ. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

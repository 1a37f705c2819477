import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The network address of whoever asks: the one that is connected or, where that is a proxy of the
 * option `trustedProxies`, the one that the proxy names in `X-Forwarded-For`. What anybody else
 * says there is passed over.
 *
 * @contract C2.6, C12
 */
export function clientAddressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? 'unknown') : ip;
}

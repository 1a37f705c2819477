import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the network address of the client: the connected address or, for a proxy listed in the
 * option `trustedProxies`, the address in its `X-Forwarded-For`. That header is ignored from
 * everybody else.
 *
 * @contract C2.6, C12
 */
export function clientAddressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? 'unknown') : ip;
}

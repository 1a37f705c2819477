import type { FastifyInstance } from 'fastify';
import { RequestError } from '../errors/index.js';

/**
 * Refuses what arrives on open connections once the service stops; what is under way finishes.
 *
 * @throws RequestError `unavailable`
 * @contract C9
 */
export function refuseWhenStopping(instance: FastifyInstance, service: { readonly isStopping: boolean }): void {
  instance.addHook('onRequest', (_request, reply, done) => {
    if (!service.isStopping) return done();
    reply.header('connection', 'close');
    done(new RequestError('unavailable'));
  });
}

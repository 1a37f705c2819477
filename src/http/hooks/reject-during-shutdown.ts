import { RequestError } from '../../base/errors/index.js';
import type { HookTarget } from './hooks-on.js';

/**
 * Rejects requests on open connections once the service stops; requests in progress finish. While
 * it drains, every response asks the client to reconnect, which leads it to another process.
 *
 * @throws RequestError `unavailable`
 * @contract C9
 */
export function rejectDuringShutdown(
  routes: HookTarget,
  service: { readonly isStopping: boolean; readonly isDraining: boolean },
): void {
  routes.addHook('onRequest', (_httpRequest, reply, done) => {
    if (service.isStopping || service.isDraining) reply.header('connection', 'close');
    if (!service.isStopping) return done();
    done(new RequestError('unavailable'));
  });
}

import { RequestError } from '../../base/errors/index.js';
import type { RequestCheck } from './verify-requests.js';

/**
 * Rejects requests on open connections once the service stops; requests in progress finish. While
 * it drains, every response asks the client to reconnect, which leads it to another process.
 *
 * @throws RequestError `unavailable`
 * @contract C9
 */
export const rejectDuringShutdown =
  (service: { readonly isStopping: boolean; readonly isDraining: boolean }): RequestCheck =>
  (_httpRequest, reply) => {
    if (service.isStopping || service.isDraining) reply.header('connection', 'close');
    return service.isStopping ? new RequestError('unavailable') : undefined;
  };

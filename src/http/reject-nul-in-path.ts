import { RequestError } from '../errors/index.js';
import { pathOf } from './public-path.js';
import type { HookTarget } from './hosted/hooks-on.js';

/**
 * Refuses a path that holds NUL, which no key and no name holds and PostgreSQL does not even take;
 * where other text is undecodable, the router refuses it before.
 *
 * @throws RequestError `malformed_request`
 * @contract C1.7
 */
export function rejectNulInPath(routes: HookTarget): void {
  routes.addHook('onRequest', (request, _reply, done) => {
    const position = pathOf(request.raw.url ?? '').indexOf('%00');
    done(position < 0 ? undefined : holdsNul(position));
  });
}

function holdsNul(position: number): RequestError {
  const message = `The path holds NUL at character ${position + 1}.`;
  return new RequestError('malformed_request', { message, errors: { path: [message] } });
}

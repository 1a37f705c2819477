import { randomUUID } from 'node:crypto';
import type { HookTarget } from './hosted/hooks-on.js';

/** Headers of every answer; a file or a page that may be cached says so itself. @contract C1.4 */
export const answerHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The type of answers that are JSON texts already, or are about to become one. @contract C1.4 */
export const JSON_TEXT = 'application/json; charset=utf-8';

/** An id of our own: one that the caller sends could forge lines of the log. */
export const randomRequestId = (): string => randomUUID();

/**
 * Puts {@link answerHeaders} and `x-request-id` on every answer, refusals and preflights included.
 */
export function setAnswerHeaders(routes: HookTarget): void {
  routes.addHook('onRequest', (request, reply, done) => {
    reply.headers(answerHeaders).header('x-request-id', request.id);
    done();
  });
}

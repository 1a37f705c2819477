import { isError, RequestError, statusOf } from '../../errors/index.js';
import {
  isDatabaseFailure,
  isUnavailable,
  isDeadlockVictim,
} from '../../execution/database/translate-failure.js';

/** Characters of an error's message that the log keeps. */
const MAX_MESSAGE_LENGTH = 2_000;

/**
 * Does the request end in a 4xx? Then the log keeps no row of it, whoever refused it, and whenever.
 * @contract C8.2
 */
export const isRefusal = (error: unknown): boolean => statusOf(error) < 500;

/**
 * Does the log keep a row of the failure? It keeps none of a refusal, nor while the database is
 * unavailable.
 *
 * @param error the error that the caller receives
 * @contract C8.2
 */
export const isFailure = (error: unknown): boolean =>
  !isRefusal(error) && (!isUnavailable(error) || isDeadlockVictim(error));

/**
 * What the log tells of an error: its message, unless it is the database's, which may hold other
 * people's values.
 */
export function failureMessage(error: unknown): string {
  return messageOf(error)
    .slice(0, MAX_MESSAGE_LENGTH)
    .replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

function messageOf(error: unknown): string {
  if (error instanceof RequestError)
    return (
      Object.values(error.errors ?? {})
        .flat()
        .join(' ') || error.message
    );
  if (isDatabaseFailure(error)) return 'The database refused a statement.';
  return isError(error) ? error.message : String(error);
}

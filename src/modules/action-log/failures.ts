import { isError, RequestError, statusOf } from '../../base/errors/index.js';
import {
  isDatabaseFailure,
  isUnavailable,
  isDeadlockVictim,
} from '../../database/failures/translate-failure.js';

/** Characters of an error's message in the log. */
const MAX_MESSAGE_LENGTH = 2_000;

/**
 * Returns whether the request ends in a 4xx. Such requests are never logged.
 * @contract C8.2
 */
export const isRefusal = (error: unknown): boolean => statusOf(error) < 500;

/**
 * Returns whether to log the failure. Rejected requests are not logged, and nothing can be logged
 * while the database is unavailable.
 *
 * @param error the error that the caller receives
 * @contract C8.2
 */
export const isFailure = (error: unknown): boolean =>
  !isRefusal(error) && (!isUnavailable(error) || isDeadlockVictim(error));

/**
 * Returns an error's message for the log. Messages of the database are replaced, since they may
 * contain values of other users.
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
  if (isDatabaseFailure(error)) return 'The database rejected a statement.';
  return isError(error) ? error.message : String(error);
}

import { HttpException } from '@nestjs/common';
import { RequestError } from '../errors/index.js';
import { isDatabaseFailure, isUnavailable, isVictim } from '../execution/database/translate-failure.js';

/** Characters of an error's message that the log keeps. */
const LONGEST_MESSAGE = 2_000;

/** Did somebody say no, where a failure would have been an accident? What the database found out is one. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof RequestError) return error.status < 500 && !isDatabaseFailure(error);
  return error instanceof HttpException && error.getStatus() < 500;
}

/**
 * Did an operation fail while it was carried out, so that the log tells of it? A refusal is none, and a database that is
 * away takes no row.
 *
 * @contract C8.2
 */
export const isFailure = (error: unknown): boolean => !isRefusal(error) && (!isUnavailable(error) || isVictim(error));

/** What the log tells of an error: its message, unless it is the database's, which may hold other people's values. */
export function failureText(error: unknown): string {
  return messageOf(error)
    .slice(0, LONGEST_MESSAGE)
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
  return error instanceof Error ? error.message : String(error);
}

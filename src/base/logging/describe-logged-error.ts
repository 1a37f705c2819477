import { isError } from '../errors/index.js';

/** An error as a log line contains it. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Causes that are followed: our error, TypeORM's, the driver's, and one more. */
const DEPTH = 4;

/**
 * Describes an error for the log. Own properties except `code` are left out: errors of database
 * drivers contain the bound values, and with them hashes and other secrets.
 */
export function describeLoggedError(error: unknown, depth = DEPTH): LoggedError {
  if (!isError(error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message,
    ...(code !== undefined && { code: String(code) }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && depth > 1 && { cause: describeLoggedError(cause, depth - 1) }),
  };
}

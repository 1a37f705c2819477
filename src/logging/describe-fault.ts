import { isError } from '../errors/index.js';

/** An error as a line of the log holds it. */
export interface Fault {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: Fault;
}

/** Causes that are followed: the driver's error under TypeORM's under ours, and one more. */
const DEPTH = 4;

/**
 * What the log tells of an error. Own properties are left out, but for `code`: errors of database
 * drivers carry the bound values there, and with them hashes and what nobody may see.
 */
export function describeFault(error: unknown, depth = DEPTH): Fault {
  if (!isError(error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message,
    ...(code !== undefined && { code: String(code) }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && depth > 1 && { cause: describeFault(cause, depth - 1) }),
  };
}

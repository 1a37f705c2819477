import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { describeError } from '../../../http/errors/describe-error.js';
import { describeLoggedError } from '../../../base/logging/index.js';

/** The message that a line of the log is about. */
interface LoggedMessage {
  readonly method: string;
  readonly name?: string;
  readonly requestId: string;
}

/** Logs a fault of the service; rejected requests are not logged. */
export function logFault(
  logger: Logger,
  error: unknown,
  { method, name, requestId }: LoggedMessage,
): void {
  const { status, body } = describeError(error);
  if (status < 500) return;
  const line = {
    event: 'fault',
    code: body.code,
    method,
    name,
    request_id: requestId,
    error: describeLoggedError(error),
  };
  if (status === 500) logger.error(line);
  else logger.warn(line);
}

/**
 * Runs a protocol handler and converts its errors, which would otherwise reach the client
 * unchanged.
 *
 * @throws ProtocolError with a public message and the request id, which finds the fault in the log
 */
export async function guarded<Result>(
  logger: Logger,
  logged: LoggedMessage,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    logFault(logger, error, logged);
    const { status, body } = describeError(error);
    const code = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, body.message, { ...body, request_id: logged.requestId });
  }
}

import { HttpException } from '@nestjs/common';
import { isError } from './is-error.js';
import { RequestError } from './request-error.js';
import { RunFailure } from './run-failure.js';

/**
 * Returns the status of the response to a thrown value: that of our own errors, of Nest's
 * exceptions and of Fastify's client errors; 500 for everything else.
 *
 * @contract C9
 */
export function statusOf(error: unknown): number {
  if (error instanceof RunFailure) return statusOf(error.cause);
  if (error instanceof RequestError) return error.status;
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return isError(error) && isClientError(statusCode) ? statusCode : 500;
}

/** Fastify and its plugins set the status on the error; only statuses from 400 to 499 are used. */
const isClientError = (status: unknown): status is number =>
  Number.isInteger(status) && Number(status) >= 400 && Number(status) < 500;

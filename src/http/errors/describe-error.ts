import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import {
  errorCatalogue,
  errorEntries,
  RequestError,
  RunFailure,
  statusOf,
  type ErrorTexts,
  type RunDone,
} from '../../base/errors/index.js';

/** The body of an error response. */
export interface ErrorBody {
  readonly message: string;
  /**
   * A code of the catalogue or, for a status that only a team's own code returns, the name of that
   * status.
   */
  readonly code: string;
  readonly errors?: ErrorTexts;
  /** How many records an action had processed when it failed. @contract C6.8 */
  readonly meta?: RunDone;
  /** Finds a fault in the log of the service. */
  readonly request_id?: string;
  /** Set where the error is also described in the terms of JSON-RPC. */
  readonly jsonrpc?: '2.0';
  readonly error?: { readonly code: number; readonly message: string };
  readonly id?: null;
}

/** An error as a response. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** The headers of each code: when to retry, and how to authenticate. */
const defaultHeaders = new Map<string, Readonly<Record<string, string>>>(
  errorEntries.map(([code, { headers = {} }]) => [code, headers]),
);

/** The contract fixes the messages of these statuses, also for a team's own exceptions. */
const FIXED_MESSAGES = new Set([401, 403, 404, 422]);

const codesByStatus = new Map(
  [...errorEntries].reverse().map(([code, { status }]) => [status as number, code]),
);

/**
 * Returns the response for anything that was thrown: the framework's own errors as they are,
 * exceptions of Nest and errors of Fastify by their status, and everything else as `Server error.`
 * without details.
 *
 * @contract C9
 */
export function describeError(error: unknown): ErrorResponse {
  if (error instanceof RunFailure) return describeRunFailure(error);
  if (error instanceof RequestError) return errorResponse(error.status, error, error.headers);
  if (error instanceof HttpException) return describeException(error);
  return responseOfStatus(statusOf(error));
}

function describeRunFailure({ cause, done }: RunFailure): ErrorResponse {
  const described = describeError(cause);
  return { ...described, body: { ...described.body, meta: done } };
}

function describeException(exception: HttpException): ErrorResponse {
  const plain = responseOfStatus(exception.getStatus());
  if (plain.status >= 500 || isFromFastify(exception.cause)) return plain;
  const message = FIXED_MESSAGES.has(plain.status) ? plain.body.message : messageOf(exception);
  const errors = errorsOf(exception) ?? plain.body.errors;
  return errorResponse(plain.status, { message, code: plain.body.code, errors });
}

function responseOfStatus(status: number): ErrorResponse {
  const code = codesByStatus.get(status);
  if (!code) return errorResponse(status, statusBody(status));
  const { message } = errorCatalogue[code];
  return errorResponse(status, {
    message,
    code,
    ...(status === 400 && { errors: { request: [message] } }),
  });
}

function statusBody(status: number): ErrorBody {
  const name = STATUS_CODES[status] ?? 'Error';
  return { message: `${name}.`, code: name.toLowerCase().replace(/\W+/g, '_') };
}

function errorResponse(
  status: number,
  { message, code, errors }: ErrorBody,
  headers = {},
): ErrorResponse {
  const body = { message, code, ...(errors && { errors }) };
  return { status, headers: { ...defaultHeaders.get(code), ...headers }, body };
}

const isFromFastify = (cause: unknown) =>
  String((cause as { code?: unknown } | undefined)?.code).startsWith('FST_');

function messageOf(exception: HttpException): string {
  const response = exception.getResponse();
  const message =
    typeof response === 'string' ? response : (response as { message?: unknown }).message;
  return Array.isArray(message) ? message.join(' ') : String(message ?? exception.message);
}

function errorsOf(exception: HttpException): ErrorTexts | undefined {
  const { errors } = Object(exception.getResponse()) as { errors?: ErrorTexts };
  return typeof errors === 'object' && errors !== null ? errors : undefined;
}

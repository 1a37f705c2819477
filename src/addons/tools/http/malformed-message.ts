import { RequestError } from '../../../base/errors/index.js';
import type { ErrorResponse } from '../../../http/errors/describe-error.js';

/** Messages per batch request; newer revisions of the protocol have no batches. */
const MAX_MESSAGES = 20;

/** JSON-RPC's code for a parse error. */
const PARSE_ERROR = -32_700;

/**
 * Adds a JSON-RPC error to the response for a malformed request: clients read no other errors.
 * @contract C9
 */
export function describeMalformed(response: ErrorResponse): ErrorResponse {
  const { code, message } = response.body;
  if (code !== 'malformed_request') return response;
  const error = { code: PARSE_ERROR, message: `Parse error: ${message}` };
  return { ...response, body: { ...response.body, jsonrpc: '2.0', error, id: null } };
}

/**
 * Returns the number of messages in a body, at most `MAX_MESSAGES`: longer batches are rejected.
 * @contract C12
 */
export const countMessages = (body: unknown): number =>
  Array.isArray(body) ? Math.min(Math.max(body.length, 1), MAX_MESSAGES) : 1;

/** @throws RequestError `malformed_request` if there is no message, or there are too many */
export function verifyMessages(body: unknown): void {
  if (body === undefined)
    throw new RequestError('malformed_request', { message: 'The request contains no message.' });
  if (Array.isArray(body) && body.length > MAX_MESSAGES)
    throw new RequestError('malformed_request', {
      message: `The request contains ${body.length} messages; at most ${MAX_MESSAGES} are allowed.`,
    });
}

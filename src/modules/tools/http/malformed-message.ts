import { RequestError } from '../../../errors/index.js';
import type { ErrorResponse } from '../../../http/describe-error.js';

/** Messages that one request may hold together; the protocol itself has given them up. */
const MAX_MESSAGES = 20;

/** JSON-RPC's code of what cannot be read. */
const PARSE_ERROR = -32_700;

/**
 * What cannot be read is told in the protocol's own words: the client reads no others.
 * @contract C9
 */
export function describeMalformed(response: ErrorResponse): ErrorResponse {
  const { code, message } = response.body;
  if (code !== 'malformed_request') return response;
  const error = { code: PARSE_ERROR, message: `Parse error: ${message}` };
  return { ...response, body: { ...response.body, jsonrpc: '2.0', error, id: null } };
}

/**
 * Returns how many messages a body holds, as far as they are handled: past `MOST_MESSAGES` none is.
 * @contract C12
 */
export const countMessages = (body: unknown): number =>
  Array.isArray(body) ? Math.min(Math.max(body.length, 1), MAX_MESSAGES) : 1;

/** @throws RequestError `malformed_request` for no message at all, or too many together */
export function verifyMessages(body: unknown): void {
  if (body === undefined)
    throw new RequestError('malformed_request', { message: 'There is no message.' });
  if (Array.isArray(body) && body.length > MAX_MESSAGES)
    throw new RequestError('malformed_request', {
      message: `The request holds ${body.length} messages; at most ${MAX_MESSAGES} are allowed.`,
    });
}

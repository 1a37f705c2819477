import { RequestError } from '../../base/errors/index.js';
import type { RequestCheck } from './verify-requests.js';

/**
 * Of repeated headers, Node keeps the first, while a proxy in front of it may have read another
 * one.
 */
const single = new Set(['host', 'authorization', 'content-type']);

/**
 * Rejects a request that repeats one of these headers, because the proxy and Node may read
 * different values.
 *
 * @throws RequestError `malformed_request`
 * @contract C1.5, C2.5
 */
export const rejectRepeatedHeaders: RequestCheck = ({ raw }) => {
  const repeated = findRepeated(raw.rawHeaders);
  return repeated === undefined ? undefined : sentTwice(repeated);
};

/** @param rawHeaders names and values alternating */
function findRepeated(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!single.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

function sentTwice(name: string): RequestError {
  const message = `The header "${name}" must not be sent twice.`;
  return new RequestError('malformed_request', { message, errors: { [name]: [message] } });
}

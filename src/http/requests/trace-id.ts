/** Version, trace id, span id and flags; later versions may append further parts. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);
/** A version that the standard excludes. */
const INVALID_VERSION = 'ff';

/**
 * Returns the trace id of a `traceparent` header, as in W3C Trace Context; `undefined` if the
 * header is missing or not valid.
 */
export function traceIdIn(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, spanId, rest] = TRACEPARENT.exec(header.trim()) ?? [];
  if (traceId === undefined || version === INVALID_VERSION) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return traceId === NO_TRACE || spanId === NO_SPAN ? undefined : traceId;
}

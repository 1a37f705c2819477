/** A header of requests. */
interface RequestHeader {
  /**
   * Whether pages of the origins in the option `cors` may send it. Browsers and proxies send the
   * others.
   * @contract C2.8
   */
  readonly isAllowed: boolean;
}

/** The headers of requests that the service reads, those of MCP last. */
export const requestHeaders: Readonly<Record<string, RequestHeader>> = {
  Accept: { isAllowed: true },
  'Accept-Encoding': { isAllowed: false },
  'Accept-Language': { isAllowed: true },
  'Access-Control-Request-Headers': { isAllowed: false },
  'Access-Control-Request-Method': { isAllowed: false },
  Authorization: { isAllowed: true },
  'Content-Length': { isAllowed: false },
  'Content-Type': { isAllowed: true },
  Cookie: { isAllowed: false },
  Forwarded: { isAllowed: false },
  Host: { isAllowed: false },
  'Idempotency-Key': { isAllowed: true },
  'If-Match': { isAllowed: true },
  'If-None-Match': { isAllowed: true },
  'If-Range': { isAllowed: true },
  'Last-Event-ID': { isAllowed: true },
  Origin: { isAllowed: false },
  Prefer: { isAllowed: true },
  Range: { isAllowed: true },
  'Sec-Fetch-Site': { isAllowed: false },
  Traceparent: { isAllowed: true },
  Tracestate: { isAllowed: true },
  'Transfer-Encoding': { isAllowed: false },
  'User-Agent': { isAllowed: false },
  'View-As': { isAllowed: true },
  Via: { isAllowed: false },
  'X-CSRF-Protection': { isAllowed: false },
  'X-Forwarded-For': { isAllowed: false },
  'X-Real-IP': { isAllowed: false },
  'Mcp-Method': { isAllowed: true },
  'Mcp-Name': { isAllowed: true },
  'MCP-Protocol-Version': { isAllowed: true },
  'Mcp-Session-Id': { isAllowed: true },
};

/** The names of the headers that pages of other origins may send, as CORS lists them. */
export const allowedHeaders = Object.entries(requestHeaders)
  .filter(([, { isAllowed }]) => isAllowed)
  .map(([name]) => name)
  .join(', ');

/** Headers whose names callers choose: pages of those origins may send these, too. */
const chosenName = /^mcp-param-[!#$%&'*+.^_`|~\w-]+$/i;

/** Returns the names in a list of headers that callers choose. */
export const chosenHeadersIn = (list = ''): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => chosenName.test(name));

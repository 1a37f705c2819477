/**
 * Returns the page's content security policy: it may run the scripts and styles of this service,
 * show the images embedded in them, and call the API. Everything else is blocked.
 *
 * @param servers URLs of the API; a path refers to this service
 */
export function contentPolicy(servers: readonly string[]): string {
  const others = servers
    .filter((server) => URL.canParse(server))
    .map((server) => new URL(server).origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ['connect-src', "'self'", ...new Set(others)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

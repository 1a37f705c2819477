/**
 * What a browser lets the page do: run the scripts and styles of this service, draw the images that
 * those carry, and call the addresses of the API. Nothing else is asked of anybody.
 *
 * @param servers addresses of the API; a path lies on this service
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

/**
 * Whether a URL that matches no route is in a public area, so that the response is 404 or 405
 * without a token: `/health/*` and `/docs*` for every method, `/storage/*` for reading. Nothing
 * under the prefix is public.
 *
 * Only for the catch-all: a route that exists is public by its own mark, never by its URL.
 *
 * @param url as it was sent, not decoded; only literal paths are public
 * @contract C2.1
 */
export function isPublicPath(url: string, prefix: string, method: string): boolean {
  const path = withoutQuery(url);
  if (path === prefix || path.startsWith(`${prefix}/`)) return false;
  if (path.startsWith('/health/') || path.startsWith('/docs')) return true;
  return path.startsWith('/storage/') && (method === 'GET' || method === 'HEAD');
}

/** Returns the path of a URL, without its query string. */
export function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

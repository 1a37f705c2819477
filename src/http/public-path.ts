/**
 * Whether an address that no route serves lies in a public area, so that it is answered 404 or 405
 * without a token: `/health/*` and `/docs*` for every method, `/storage/*` for reading. Nothing
 * under the prefix is.
 *
 * For the catch-all alone to ask: a route that exists is public by its own mark, never by the look
 * of its URL.
 *
 * @param url as it came, undecoded; what is not literally such a path is not public.
 * @contract C2.1
 */
export function isPublicPath(url: string, prefix: string, method: string): boolean {
  const path = pathOf(url);
  if (path === prefix || path.startsWith(`${prefix}/`)) return false;
  if (path.startsWith('/health/') || path.startsWith('/docs')) return true;
  return path.startsWith('/storage/') && (method === 'GET' || method === 'HEAD');
}

/** The path of a request's URL, without its query string. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

import type { ResolvedStorageOptions } from '../options/resource-api-options.js';

/**
 * Returns the sources of images to which the service redirects, for a content security policy: the
 * object store's, or every HTTPS source if only its client derives the address.
 */
export function originsOfFiles({
  delivery,
  endpoint,
  pathStyle = true,
}: ResolvedStorageOptions): readonly string[] {
  if (delivery !== 'signed') return [];
  if (endpoint === undefined) return ['https:'];
  const { protocol, host, origin } = new URL(endpoint);
  return [pathStyle ? origin : `${protocol}//*.${host}`];
}

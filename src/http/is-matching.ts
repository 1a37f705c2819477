/**
 * Whether the client already has this version, according to the header `If-None-Match`: a list of
 * tags or `*`. Weak tags match strong ones here.
 */
export function isMatching(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

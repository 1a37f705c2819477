/**
 * Whether the client already has this version, according to the header `If-None-Match`: a list of
 * tags or `*`. Weak tags match strong ones here. @contract C13.1
 */
export function isMatching(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const known = ['*', opaque(etag)];
  return header.split(',').some((tag) => known.includes(opaque(tag.trim())));
}

/** Returns a tag without the mark of a weak one. */
const opaque = (tag: string): string => tag.replace(/^W\//, '');

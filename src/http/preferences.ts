import type { IncomingHttpHeaders } from 'node:http';

const preference = /(?:^|,)\s*([^\s=,;]+)\s*(?:=\s*("[^"]*"|[^\s,;]*))?[^,]*/g;

/**
 * Returns the preferences of the header `Prefer` (RFC 7240) by their names in lower case, with the
 * empty string for those without a value. The first of several of one name counts.
 */
export function preferencesOf({ prefer }: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const given = [prefer ?? []].flat().join(',');
  const all = [...given.matchAll(preference)].map(
    ([, name, value = '']) => [name!.toLowerCase(), value.replaceAll('"', '')] as const,
  );
  return new Map(all.reverse());
}

import type { FastifyRequest } from 'fastify';

const QUOTED = /"(?:[^"\\]|\\.?)*(?:"|$)/gs;

/**
 * Reads the header `Prefer` (RFC 7240): the values of the preferences by their names in lower case,
 * without their parameters. Of several preferences with one name, the first counts.
 */
export function preferencesOf({
  headers,
}: Pick<FastifyRequest, 'headers'>): ReadonlyMap<string, string> {
  const quoted: string[] = [];
  // Quoted strings may contain separators.
  const header = [headers.prefer ?? []]
    .flat()
    .join(',')
    .replace(QUOTED, (text) => `"${quoted.push(unquoted(text)) - 1}"`);
  const preferences = header.split(',').map((preference) => {
    const [name = '', value = ''] = preference
      .split(';', 1)[0]!
      .split('=')
      .map((part) => part.trim());
    return [name.toLowerCase(), quoted[Number(/^"(\d+)"$/.exec(value)?.[1])] ?? value] as const;
  });
  return new Map(preferences.reverse());
}

const unquoted = (text: string): string => text.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1');

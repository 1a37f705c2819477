import type { FastifyReply } from 'fastify';
import type { DeprecatedUses } from '../pipeline/authorization/deprecated-uses.js';
import { parseInstant } from '../rules/values/instants.js';

const names = { since: 'deprecation', sunset: 'sunset', link: 'link' } as const;

/**
 * Sets the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) to the earliest dates of what a
 * request has used, and adds a `Link` to each page about it.
 *
 * @contract C17.7
 */
export function addDeprecations({ all }: DeprecatedUses, reply: FastifyReply): void {
  if (all.length === 0) return;
  const since = earliest(all.map((each) => each.since));
  const sunsets = all.flatMap(({ sunset }) => sunset ?? []);
  reply.header(names.since, `@${Math.floor(since / 1000)}`);
  if (sunsets.length > 0) reply.header(names.sunset, new Date(earliest(sunsets)).toUTCString());
  for (const { link } of all) if (link !== undefined) addLink(link, reply);
}

/** Removes the headers from a response that turned into an error, which could reveal members. */
export function removeDeprecations(reply: FastifyReply): void {
  if (!reply.hasHeader(names.since)) return;
  for (const name of Object.values(names)) reply.removeHeader(name);
}

/** Pages have other links, and a repeated transaction adds its links again. */
function addLink(link: string, reply: FastifyReply): void {
  const added = `<${new URL(link).href}>; rel="deprecation"; type="text/html"`;
  const known = reply.getHeader(names.link) as string | undefined;
  if (known?.includes(added)) return;
  reply.header(names.link, known === undefined ? added : `${known}, ${added}`);
}

const earliest = (dates: readonly string[]): number =>
  Math.min(...dates.map((date) => parseInstant(date)!.getTime()));

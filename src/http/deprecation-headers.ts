import type { FastifyReply } from 'fastify';

/** A deprecation in the headers of a response. */
export interface SentDeprecation {
  /** A date, as the definition contains it. */
  readonly since: string;
  readonly sunset: string | null;
  readonly link: string | null;
}

/** A request that may have used deprecated members, after `ResourceGuard` has admitted it. */
export interface DeprecatingRequest {
  readonly context?: { readonly deprecations?: { readonly all: readonly SentDeprecation[] } };
}

/**
 * Sets the headers `Deprecation`, `Sunset` and `Link` if a successful request has used a deprecated
 * member. Errors do not have them, since they could reveal what the caller may not know.
 *
 * @contract C17.6
 */
export function addDeprecations({ context }: DeprecatingRequest, reply: FastifyReply): void {
  const headers = headersFor(context?.deprecations?.all ?? []);
  for (const [name, value] of Object.entries(headers)) {
    // A page already has links.
    const known = reply.getHeader(name);
    reply.header(name, known === undefined ? value : `${String(known)}, ${value}`);
  }
}

/**
 * Returns the headers for what a request used: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594)
 * with the earliest dates, and a `Link` to each page about them. Empty if nothing is deprecated.
 */
function headersFor(deprecations: readonly SentDeprecation[]): Readonly<Record<string, string>> {
  if (deprecations.length === 0) return {};
  const since = earliest(deprecations.map((each) => each.since));
  const sunsets = deprecations.flatMap(({ sunset }) => sunset ?? []);
  const links = new Set(deprecations.flatMap(({ link }) => link ?? []));
  return {
    deprecation: `@${Math.floor(since / 1000)}`,
    ...(sunsets.length > 0 && { sunset: new Date(earliest(sunsets)).toUTCString() }),
    ...(links.size > 0 && {
      link: [...links].map((link) => `<${link}>; rel="deprecation"; type="text/html"`).join(', '),
    }),
  };
}

const earliest = (dates: readonly string[]): number =>
  Math.min(...dates.map((date) => Date.parse(date)));

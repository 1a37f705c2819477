import type { FastifyReply } from 'fastify';

/** A limit on requests, as its headers describe it. */
export interface RatePolicy {
  /** A word of letters, digits and hyphens. */
  readonly name: string;
  /** Requests per window. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
}

/** What is left of a policy's quota. */
export interface RateState {
  readonly remaining: number;
  /** Seconds until the whole quota is available again. */
  readonly reset: number;
}

/** Their values are lists: each policy adds one item. */
const names = ['RateLimit-Policy', 'RateLimit'] as const;

/**
 * Returns the headers that describe a policy and its state, as the draft "RateLimit header fields
 * for HTTP" defines them (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * @contract C12
 */
export const rateHeaders = (
  { name, quota, window }: RatePolicy,
  { remaining, reset }: RateState,
): Readonly<Record<(typeof names)[number], string>> => ({
  'RateLimit-Policy': `"${name}";q=${quota};w=${window}`,
  RateLimit: `"${name}";r=${remaining};t=${reset}`,
});

/** Adds a policy to the headers of a response, which may already have others. */
export function addRate(reply: FastifyReply, policy: RatePolicy, state: RateState): void {
  const headers = rateHeaders(policy, state);
  for (const name of names) {
    const known = reply.getHeader(name);
    reply.header(name, known === undefined ? headers[name] : `${String(known)}, ${headers[name]}`);
  }
}

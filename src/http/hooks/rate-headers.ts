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

/**
 * Returns the headers that describe a policy and its state, as the draft "RateLimit header fields
 * for HTTP" defines them (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * @contract C12
 */
export const rateHeaders = (
  { name, quota, window }: RatePolicy,
  { remaining, reset }: RateState,
): Readonly<Record<'RateLimit-Policy' | 'RateLimit', string>> => ({
  'RateLimit-Policy': `"${name}";q=${quota};w=${window}`,
  RateLimit: `"${name}";r=${remaining};t=${reset}`,
});

/** Adds a policy to the headers of a response, whose values are lists of policies. */
export function addRate(reply: FastifyReply, policy: RatePolicy, state: RateState): void {
  for (const [name, value] of Object.entries(rateHeaders(policy, state))) {
    const known = reply.getHeader(name);
    reply.header(name, known === undefined ? value : `${String(known)}, ${value}`);
  }
}

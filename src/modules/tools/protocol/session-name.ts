import { randomBytes } from 'node:crypto';

/** Where clients of the older era carry the name that their handshake was answered with. */
export const SESSION_HEADER = 'mcp-session-id';

const MAX_CLIENT_LENGTH = 80;
const sessionPattern = /^[\w-]{22}(?:\.([\w-]{1,512}))?$/;

/**
 * A name for one client of the older era, which it sends with all that follows. Nobody else knows
 * it, and nothing is kept of it: it holds by itself what the client calls itself.
 *
 * @param client as the handshake has it
 */
export function nameSession(client: unknown): string {
  const name = randomBytes(16).toString('base64url');
  if (typeof client !== 'string' || client === '') return name;
  return `${name}.${Buffer.from(client.slice(0, MAX_CLIENT_LENGTH).toWellFormed()).toString('base64url')}`;
}

/**
 * What the client of a session calls itself, unchecked like any name of a client; `undefined`: it
 * did not say.
 */
export function clientOfSession(session: string | undefined): string | undefined {
  const [, client] = sessionPattern.exec(session ?? '') ?? [];
  return client === undefined ? undefined : Buffer.from(client, 'base64url').toString();
}

/** A session as a header names it; `undefined`: none, or none of ours. */
export const readSession = (header: unknown): string | undefined =>
  typeof header === 'string' && sessionPattern.test(header) ? header : undefined;

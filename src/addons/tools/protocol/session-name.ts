import { randomBytes } from 'node:crypto';

/** The header in which clients of the older era repeat the session name from their handshake. */
export const SESSION_HEADER = 'mcp-session-id';

const MAX_CLIENT_LENGTH = 80;
const sessionPattern = /^[\w-]{22}(?:\.([\w-]{1,512}))?$/;

/**
 * Returns a session name for a client of the older era, which repeats it with every message. It is
 * unguessable, and nothing is stored: it contains the client's name itself.
 *
 * @param client the client's name in the handshake
 */
export function nameSession(client: unknown): string {
  const name = randomBytes(16).toString('base64url');
  if (typeof client !== 'string' || client === '') return name;
  return `${name}.${Buffer.from(client.slice(0, MAX_CLIENT_LENGTH).toWellFormed()).toString('base64url')}`;
}

/** Returns the client's name in a session name, unchecked; `undefined` if it sent none. */
export function clientOfSession(session: string | undefined): string | undefined {
  const [, client] = sessionPattern.exec(session ?? '') ?? [];
  return client === undefined ? undefined : Buffer.from(client, 'base64url').toString();
}

/** Returns the session name in a header; `undefined` if it is missing or malformed. */
export const readSession = (header: unknown): string | undefined =>
  typeof header === 'string' && sessionPattern.test(header) ? header : undefined;

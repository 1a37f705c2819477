import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;
const SENT = /^bearer +\S/i;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/**
 * Returns the token of the `Authorization` header; tokens in other headers and in the URL are
 * ignored.
 * @contract C2.5
 */
export function findBearerToken(headers: IncomingHttpHeaders): string | undefined {
  return headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
}

/** Returns true if the request carries a bearer token, whether or not it is well-formed. */
export const hasBearerToken = ({ authorization = '' }: IncomingHttpHeaders): boolean =>
  SENT.test(authorization);

/** Returns a new opaque token: 256 random bits in base64url. @contract C2.3 */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns whether a string has the form of our tokens; others are rejected without a query. */
export const isToken = (value: string): boolean => TOKEN.test(value);

/**
 * Returns the stored digest of a token. An unsalted digest is safe for 256 random bits, and can be
 * looked up.
 *
 * @contract C2.3
 */
export const digestToken = (token: string): string => hash('sha256', token);

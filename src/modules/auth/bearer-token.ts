import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;
const SENT = /^bearer +\S/i;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/**
 * The token of the `Authorization` header; a token anywhere else is not looked at.
 * @contract C2.5
 */
export function findBearerToken(headers: IncomingHttpHeaders): string | undefined {
  return headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
}

/** Returns true if the request carries a bearer token, whether or not it is well-formed. */
export const hasBearerToken = ({ authorization = '' }: IncomingHttpHeaders): boolean =>
  SENT.test(authorization);

/** A new opaque token: 256 random bits in base64url. @contract C2.3 */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Whether the text can be one of our tokens, so that nonsense costs no statement. */
export const isToken = (value: string): boolean => TOKEN.test(value);

/**
 * What is kept of a token. A plain digest is enough: nobody guesses 256 random bits, and it can be
 * looked up.
 *
 * @contract C2.3
 */
export const digestToken = (token: string): string => hash('sha256', token);

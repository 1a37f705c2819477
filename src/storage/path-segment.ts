import { createHash } from 'node:crypto';

const MAX_LENGTH = 64;

/**
 * Returns a record's key as one segment of a path. Letters, digits, `_` and `-` stay, and every
 * other byte becomes `~` and its two hexadecimal digits, so that segments are unique and never `.`
 * or `..`. A segment of more than 64 characters becomes `~~` and the SHA-256 of the key.
 *
 * @contract C10.2
 */
export function asPathSegment(text: string): string {
  const segment = [...Buffer.from(text)].map(asCharacters).join('');
  if (segment.length > MAX_LENGTH)
    return `~~${createHash('sha256').update(text).digest('base64url')}`;
  return segment === '' ? '~' : segment;
}

function asCharacters(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9_-]/.test(character)
    ? character
    : `~${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

const ZONE = /(?:Z|\+00(?::?00)?)$/;

/**
 * The instant that a driver wrote as text, in UTC, with a blank or a `T`, with or without its zone.
 * @contract C1.6
 */
export function readInstant(value: unknown): Date | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value;
  const text = String(value).replace(ZONE, '').replace(' ', 'T');
  return new Date(text.length === 10 ? text : `${text}Z`);
}

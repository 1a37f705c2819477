const ZONE = /(?:Z|\+00(?::?00)?)$/;

/**
 * Reads a driver's date string in UTC, with a blank or a `T`, with or without a zone.
 * @contract C1.6
 */
export function readInstant(value: unknown): Date | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value;
  const date = String(value).replace(ZONE, '').replace(' ', 'T');
  return new Date(date.length === 10 ? date : `${date}Z`);
}

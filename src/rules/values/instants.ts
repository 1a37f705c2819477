/**
 * Date libraries accept more forms of ISO 8601 (weeks, ordinal days, hours alone), so this
 * expression would still be needed, and `Date` can parse what it matches.
 */
const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Parses a date, or a date and a time, in ISO 8601; UTC without a zone. Returns `null` if it is not
 * one, or if the day or the hour does not exist.
 *
 * @contract C1.6
 */
export function parseInstant(value: unknown): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  const parts = typeof value === 'string' && value.length <= 40 ? iso.exec(value) : null;
  if (!parts || !isDay(parts[1]!)) return null;
  const [, day, time = '00:00', zone = 'Z'] = parts;
  const date = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(date.getTime()) || time.startsWith('24') ? null : date;
}

/** `Date` would turn 30 February into 1 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const DAY = 24 * 60 * 60 * 1000;

const words: Readonly<Record<string, (now: Date) => Date>> = {
  now: (now) => now,
  today: (now) => startOfDay(now, 0),
  tomorrow: (now) => startOfDay(now, 1),
  yesterday: (now) => startOfDay(now, -1),
};

/** Returns the moment of a word in UTC: `now`, `today`, `tomorrow`, `yesterday`. */
export const momentOf = (word: string): ((now: Date) => Date) | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

const startOfDay = (now: Date, days: number): Date =>
  new Date(Math.floor(now.getTime() / DAY) * DAY + days * DAY);

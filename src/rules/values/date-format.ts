/**
 * A compiled date format. Not Luxon or date-fns: the letters are those of PHP's `date`, as in
 * Laravel's rule, and the JSON Schema needs the regular expression, which no date library returns.
 */
export interface DateFormat {
  /** The format as it was declared: `d.m.Y`. */
  readonly format: string;
  /** A regular expression for dates in this format. */
  readonly pattern: string;
  /**
   * Parses a date; `null` if the value does not have this format. UTC unless the format has a zone.
   */
  readonly parse: (value: unknown) => Date | null;
}

interface Part {
  readonly pattern: string;
  readonly set: (at: Fields, digits: string) => void;
}
interface Fields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Minutes east of UTC. */
  offset: number;
}

const setNumber =
  (field: keyof Fields) =>
  (at: Fields, digits: string): void => {
    at[field] = Number(digits);
  };

const parts: ReadonlyMap<string, Part> = new Map([
  ['Y', { pattern: '\\d{4}', set: setNumber('year') }],
  [
    'y',
    {
      pattern: '\\d{2}',
      set: (at, digits) => (at.year = Number(digits) + (digits < '70' ? 2000 : 1900)),
    },
  ],
  ['m', { pattern: '\\d{2}', set: setNumber('month') }],
  ['n', { pattern: '\\d{1,2}', set: setNumber('month') }],
  ['d', { pattern: '\\d{2}', set: setNumber('day') }],
  ['j', { pattern: '\\d{1,2}', set: setNumber('day') }],
  ['H', { pattern: '\\d{2}', set: setNumber('hour') }],
  ['G', { pattern: '\\d{1,2}', set: setNumber('hour') }],
  ['i', { pattern: '\\d{2}', set: setNumber('minute') }],
  ['s', { pattern: '\\d{2}', set: setNumber('second') }],
  ['v', { pattern: '\\d{3}', set: setNumber('millisecond') }],
  ['P', { pattern: '[+\\-]\\d{2}:\\d{2}', set: (at, zone) => (at.offset = minutesOf(zone)) }],
]);

const MAX_FORMAT_LENGTH = 64;

/** Returns `null` for a format without a year, with an unknown letter, or with a repeated part. */
export function parseDateFormat(format: string): DateFormat | null {
  if (format.length > MAX_FORMAT_LENGTH) return null;
  const letters = [...format.replace(/\\./g, '').matchAll(/[A-Za-z]/g)].map(([letter]) => letter);
  const isKnown =
    letters.every((letter) => parts.has(letter)) && new Set(letters).size === letters.length;
  if (!isKnown || !letters.some((letter) => letter.toLowerCase() === 'y')) return null;
  const pattern = `^${format.replace(/\\(.)|([A-Za-z])|([^A-Za-z\\])/g, patternOf)}$`;
  const compiled = new RegExp(pattern, 'u');
  return {
    format,
    pattern,
    parse: (value) => {
      if (value instanceof Date) return value;
      const found =
        typeof value === 'string' && value.length <= MAX_FORMAT_LENGTH * 2
          ? compiled.exec(value)
          : null;
      return found && dateOf(letters, found.slice(1));
    },
  };
}

const patternOf = (_whole: string, escaped?: string, letter?: string, other?: string): string =>
  letter
    ? `(${parts.get(letter)!.pattern})`
    : (escaped ?? other)!.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function dateOf(letters: readonly string[], found: readonly string[]): Date | null {
  const at = {
    year: 1970,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    millisecond: 0,
    offset: 0,
  };
  letters.forEach((letter, index) => parts.get(letter)!.set(at, found[index]!));
  const date = new Date(0);
  date.setUTCFullYear(at.year, at.month - 1, at.day);
  date.setUTCHours(at.hour, at.minute, at.second, at.millisecond);
  if (!isSame(date, at)) return null;
  return new Date(date.getTime() - at.offset * 60_000);
}

/** `Date` would turn 30 February into 1 March, and minute 60 into the next hour. */
const isSame = (date: Date, at: Fields): boolean =>
  date.getUTCFullYear() === at.year &&
  date.getUTCMonth() === at.month - 1 &&
  date.getUTCDate() === at.day &&
  date.getUTCHours() === at.hour &&
  date.getUTCMinutes() === at.minute &&
  date.getUTCSeconds() === at.second;

function minutesOf(zone: string): number {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return zone.startsWith('-') ? -minutes : minutes;
}

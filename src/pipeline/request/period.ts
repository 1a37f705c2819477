import type { ValueType } from '../../registry/resources/compiled-resource.js';

/**
 * A period of time, in the format of the columns of its type: from its start (inclusive) until its
 * end (exclusive).
 */
export interface Period {
  readonly from: string;
  /** `null`: the period ends after the latest time that a column can store. */
  readonly until: string | null;
}

// Regular expressions and `Date` instead of a library, for the reasons in rules/instants.ts.
const day = /^([1-9]\d{3})-(\d\d)-(\d\d)$/;
const instant = /^[1-9]\d{3}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?$/;
const zoned = /(?:Z|[+-]\d\d:\d\d)$/;

const DAY = 24 * 60 * 60 * 1000;
const MILLISECOND = 1;
/** The latest time that a column can store. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses a day in UTC (`2024-02-08`) or a timestamp (`2024-02-08T02:16:20.123Z`; UTC without a
 * zone). A timestamp lasts a millisecond, the precision of responses. Returns `undefined` if the
 * input is neither, is not a date of the calendar, or is later in UTC than a column can store.
 *
 * @param type the type of the column; a column of dates does not accept timestamps
 * @contract C1.6, C5.6
 */
export function parsePeriod(value: string, type: ValueType): Period | undefined {
  const isDay = day.test(value);
  if (!isDay && (type === 'date' || !instant.test(value))) return undefined;
  const start = isDay ? startOfDay(value) : Date.parse(inIso(value));
  if (Number.isNaN(start) || start > LAST || !isDateOfCalendar(value)) return undefined;
  const end = start + (isDay ? DAY : MILLISECOND);
  const written = type === 'date' ? dayString : periodString;
  return { from: written(start), until: end > LAST ? null : written(end) };
}

const startOfDay = (value: string): number => Date.parse(`${value}T00:00:00.000Z`);

const inIso = (value: string): string => value.replace(' ', 'T') + (zoned.test(value) ? '' : 'Z');

/** JavaScript parses February 30 as March 1. */
function isDateOfCalendar(value: string): boolean {
  const date = value.slice(0, 10);
  const parsed = startOfDay(date);
  return !Number.isNaN(parsed) && dayString(parsed) === date;
}

const dayString = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns `YYYY-MM-DD HH:MM:SS.mmm`, which every database reads as a timestamp in UTC. */
const periodString = (time: number): string =>
  new Date(time).toISOString().replace('T', ' ').slice(0, -1);

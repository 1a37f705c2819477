import type { ValueType } from '../registry/compiled-resource.js';

/**
 * A stretch of time as the columns of its type keep it: from its start, up to where it ends and no
 * longer belongs.
 */
export interface Period {
  readonly from: string;
  /** `null`: it lasts as long as any column keeps time. */
  readonly until: string | null;
}

// Expressions and `Date`, for the same reasons as in rules/instants.ts.
const day = /^([1-9]\d{3})-(\d\d)-(\d\d)$/;
const instant = /^[1-9]\d{3}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?$/;
const zoned = /(?:Z|[+-]\d\d:\d\d)$/;

const DAY = 24 * 60 * 60 * 1000;
const MILLISECOND = 1;
/** No column keeps a later one. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * A day in UTC (`2024-02-08`), or an instant (`2024-02-08T02:16:20.123Z`; without a zone it is
 * UTC), which lasts a millisecond, as long as answers tell instants apart. `undefined` for what is
 * neither, is no date of the calendar, or is later in UTC than any column keeps.
 *
 * @param type of the column: one that holds days takes no instants
 * @contract C1.6, C5.6
 */
export function parsePeriod(text: string, type: ValueType): Period | undefined {
  const isDay = day.test(text);
  if (!isDay && (type === 'date' || !instant.test(text))) return undefined;
  const start = isDay ? startOfDay(text) : Date.parse(inIso(text));
  if (Number.isNaN(start) || start > LAST || !isDateOfCalendar(text)) return undefined;
  const end = start + (isDay ? DAY : MILLISECOND);
  const written = type === 'date' ? dayString : periodString;
  return { from: written(start), until: end > LAST ? null : written(end) };
}

const startOfDay = (text: string): number => Date.parse(`${text}T00:00:00.000Z`);

const inIso = (text: string): string => text.replace(' ', 'T') + (zoned.test(text) ? '' : 'Z');

/** JavaScript takes the 30th of February for the 1st of March. */
function isDateOfCalendar(text: string): boolean {
  const date = text.slice(0, 10);
  const parsed = startOfDay(date);
  return !Number.isNaN(parsed) && dayString(parsed) === date;
}

const dayString = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** `YYYY-MM-DD HH:MM:SS.mmm`, which every database reads as an instant in UTC. */
const periodString = (time: number): string =>
  new Date(time).toISOString().replace('T', ' ').slice(0, -1);

import type { Random } from './random.js';

/** Durations in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns the start of a day of 2025 in milliseconds; day 0 is January 1. */
export const dayOf2025 = (day: number): number => Date.UTC(2025, 0, 1) + day * DAY;

/**
 * Returns a timestamp in a format that every database accepts: `2025-03-01 09:30:00.000`, in UTC.
 */
export const instant = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '');

/** Returns a random time, up to a duration after another. */
export const after = (random: Random, moment: number, longest: number): number =>
  moment + random.integer(0, longest);

/** Returns when a row was stored and last changed; most were never changed. */
export function timestamps(
  random: Random,
  created: number,
): { created_at: string; updated_at: string } {
  const updated = random.chance(0.35) ? after(random, created, 20 * DAY) : created;
  return { created_at: instant(created), updated_at: instant(updated) };
}

import type { Random } from './random.js';

/** Spans of time, in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds at the start of a day of 2025, by its number: 0 is the first of January. */
export const dayOf2025 = (day: number): number => Date.UTC(2025, 0, 1) + day * DAY;

/** The text of an instant that every database takes: `2025-03-01 09:30:00.000`, in UTC. */
export const instant = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '');

/** A moment up to so long after another. */
export const after = (random: Random, moment: number, longest: number): number =>
  moment + random.integer(0, longest);

/** When a row was stored, and when it was last changed: for most, never since. */
export function timestamps(
  random: Random,
  created: number,
): { created_at: string; updated_at: string } {
  const updated = random.chance(0.35) ? after(random, created, 20 * DAY) : created;
  return { created_at: instant(created), updated_at: instant(updated) };
}

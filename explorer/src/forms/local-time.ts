const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** `2025-03-05T06:00:00.000Z` in the time zone of the browser, as its input takes it. */
export function localOf(instant: string): string {
  const date = new Date(instant);
  if (instant === '' || Number.isNaN(date.getTime())) return '';
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  return `${day}T${time}`;
}

/** Returns the instant of an input's time; `null` without one. */
export function instantOf(local: string): string | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

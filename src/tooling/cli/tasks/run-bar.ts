import type { RunDone } from '../../../base/errors/index.js';

const WIDTH = 22;

/**
 * Describes a run in one line: ` 42 % [#########.............] 4,200 of 10,000 records, 1,210/s, 5 s left`.
 * Without a total it has no bar.
 *
 * @param milliseconds since the run began
 */
export function runBar(
  { records, total }: Pick<RunDone, 'records' | 'total'>,
  milliseconds: number,
): string {
  const perSecond = milliseconds > 0 ? (records / milliseconds) * 1_000 : 0;
  const rate = perSecond === 0 ? '' : `, ${formatted(perSecond)}/s`;
  if (total === undefined) return `${countedRecords(records)}${rate}`;
  // A total is that of the beginning: records may have been added or removed since.
  const part = total === 0 ? 1 : Math.min(records / total, 1);
  const bar = '#'.repeat(Math.floor(part * WIDTH)).padEnd(WIDTH, '.');
  const left = perSecond === 0 ? '' : `, ${described((total - records) / perSecond)} left`;
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `${percent} % [${bar}] ${formatted(records)} of ${countedRecords(total)}${rate}${left}`;
}

/** Returns `1 record` or `4,200 records`. */
export const countedRecords = (count: number): string =>
  `${formatted(count)} record${count === 1 ? '' : 's'}`;

const formatted = (value: number): string =>
  value < 10 && !Number.isInteger(value)
    ? value.toFixed(1)
    : Math.round(value).toLocaleString('en-US');

/** Returns `5 s`, `3 min` or `2 h 10 min`. */
function described(duration: number): string {
  const seconds = Math.max(0, Math.ceil(duration));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

import type { LogRetention } from './log-retention.js';

const usage = 'Usage: npm run logs:prune [-- <days>]. Days default to the option logs.keepDays.';

/**
 * `npm run logs:prune`: removes old rows, and returns how many.
 *
 * @param words the arguments of the command
 * @param keepDays the option `logs.keepDays`
 * @throws Error with the usage of the command
 */
export async function runLogsCommand(
  words: readonly string[],
  keepDays: number | undefined,
  retention: LogRetention,
): Promise<string> {
  const [word, ...others] = words;
  const days = word === undefined ? keepDays : Number(word);
  if (others.length > 0 || days === undefined || !Number.isInteger(days) || days < 1)
    throw new Error(usage);
  const removed = await retention.prune(days);
  const [rows, age] = [counted(removed, 'row'), counted(days, 'day')];
  return `Removed ${rows} older than ${age} from the action log.`;
}

const counted = (count: number, name: string): string =>
  `${count} ${name}${count === 1 ? '' : 's'}`;

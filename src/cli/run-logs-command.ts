import type { LogRetention } from '../modules/action-log/log-retention.js';

const usage =
  'Usage: npm run logs:prune [-- <days>]. Without days, those of the option logs.keepDays are taken.';

/**
 * `npm run logs:prune`: removes old rows, and tells how many.
 *
 * @param words what stands behind the command
 * @param keepDays what the deployment says
 * @throws Error that says how the command is used
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
  return `${rows} older than ${age} removed from the action log.`;
}

const counted = (count: number, name: string): string =>
  `${count} ${name}${count === 1 ? '' : 's'}`;

import { Argument, InvalidArgumentError } from 'commander';
import type { CliCall, CliCommand } from '../program/cli-command.js';
import { UsageError } from '../program/errors.js';

/** `resource-api logs prune` */
export const logsPrune: CliCommand = {
  name: 'logs prune',
  about: 'Removes old rows of the action log.',
  arguments: [
    new Argument(
      '[days]',
      'how many days rows are kept; default: the option logs.keepDays',
    ).argParser(wholeDays),
  ],
  json: true,
  examples: ['logs prune', 'logs prune 90'],
  async run(call: CliCall) {
    const [{ LogRetention }, { OPTIONS }] = await Promise.all([
      import('../../../modules/action-log/log-retention.js'),
      import('../../../options/resource-api-options.js'),
    ]);
    return call.inContext(async (app) => {
      const { logs } = app.get<{ logs: { keepDays?: number } }>(OPTIONS, { strict: false });
      const days = (call.args[0] as number | undefined) ?? logs.keepDays;
      if (days === undefined)
        throw new UsageError(
          'resource-api logs prune requires the argument <days>, because the option logs.keepDays is not set.',
        );
      const progress = call.progress('Rows removed:');
      const removed = await app
        .get(LogRetention, { strict: false })
        .prune(days, undefined, (batch) => progress.advance(batch));
      progress.end();
      return { text: describeRemoved(removed, days), data: { removed, days } };
    });
  },
};

function wholeDays(value: string): number {
  const days = Number(value);
  if (Number.isInteger(days) && days >= 1) return days;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

const describeRemoved = (removed: number, days: number): string =>
  `Removed ${counted(removed, 'row')} older than ${counted(days, 'day')} from the action log.`;

const counted = (count: number, name: string): string =>
  `${count} ${name}${count === 1 ? '' : 's'}`;

import { LogRetention } from '../modules/action-log/log-retention.js';
import { runLogsCommand } from './run-logs-command.js';
import { OPTIONS, type ResolvedOptions } from '../options/resource-api-options.js';
import type { Command } from './command.js';
import { runInContext } from './run-in-context.js';

/** `resource-api logs:prune`: removes old rows of the action log. */
export const run: Command['run'] = (args, load) =>
  runInContext(load, (context) => {
    const { logs } = context.get<ResolvedOptions>(OPTIONS, { strict: false });
    return runLogsCommand(args, logs.keepDays, context.get(LogRetention, { strict: false }));
  });

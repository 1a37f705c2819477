import { LogRetention } from './modules/action-log/log-retention.js';
import { runLogsCommand } from './modules/action-log/run-logs-command.js';
import { OPTIONS, type ResolvedOptions } from './options/resource-api-options.js';
import { createResourceApiContext } from './resource-api-context.js';

async function run(): Promise<string> {
  const context = await createResourceApiContext();
  try {
    const { logs } = context.get<ResolvedOptions>(OPTIONS, { strict: false });
    return await runLogsCommand(process.argv.slice(2), logs.keepDays, context.get(LogRetention, { strict: false }));
  } finally {
    await context.close();
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

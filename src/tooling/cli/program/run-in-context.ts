import type { INestApplicationContext } from '@nestjs/common';
import { createApplication } from '../../../app/create-application.js';
import { createLogger } from '../../../base/logging/index.js';
import { readEnvironment } from '../../../options/read-environment.js';
import type { CliCall } from './cli-command.js';

/** Commands print results, so the log contains warnings only, unless `LOG_LEVEL` is set. */
export const quiet = { LOG_LEVEL: 'warn' };

/** Runs work in the deployment. The log goes to the standard error. */
export async function runInContext<Result>(
  { load, process }: Pick<CliCall, 'load' | 'process'>,
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const deployment = await load();
  const environment = readEnvironment({ ...quiet, ...process.env });
  const logger = createLogger(environment.LOG_LEVEL, process.stderr);
  const application = await createApplication({ logger, ...deployment(environment) });
  try {
    return await work(await application.init());
  } finally {
    await application.close();
  }
}

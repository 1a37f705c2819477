import type { INestApplicationContext } from '@nestjs/common';
import { createApplication } from '../create-application.js';
import { isError } from '../errors/index.js';
import { readEnvironment } from '../options/read-environment.js';
import type { DeploymentFactory } from './command.js';

/** Commands print a result, so the log only reports trouble, unless `LOG_LEVEL` says otherwise. */
const quiet = { LOG_LEVEL: 'warn' };

/**
 * Runs work in the deployment without a listener: everything is made, migrated and verified, and
 * nothing is seeded. Prints what the work returns; if anything fails, prints why, and the process
 * ends with 1.
 */
export async function runInContext(
  load: () => Promise<DeploymentFactory>,
  work: (context: INestApplicationContext) => Promise<string>,
): Promise<void> {
  try {
    const deployment = await load();
    const application = await createApplication(
      deployment(readEnvironment({ ...quiet, ...process.env })),
    );
    try {
      console.log(await work(await application.init()));
    } finally {
      await application.close();
    }
  } catch (error) {
    console.error(isError(error) ? error.message : error);
    process.exitCode = 1;
  }
}

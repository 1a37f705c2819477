import type { INestApplicationContext } from '@nestjs/common';
import { createApplication } from './create-application.js';
import { deployment } from './deployment.js';
import { readEnvironment } from './options/read-environment.js';

/** Commands print their answer, so that the log tells them of trouble only, unless `LOG_LEVEL` says otherwise. */
const quiet = { LOG_LEVEL: 'warn' };

/**
 * The deployment without a listener, for commands: everything is made, migrated and verified. Nothing is seeded. Close
 * it when done.
 *
 * @throws EnvironmentError, OptionsError, DefinitionError with everything that is wrong
 */
export async function createResourceApiContext(): Promise<INestApplicationContext> {
  const application = await createApplication(deployment(readEnvironment({ ...quiet, ...process.env })));
  try {
    return await application.init();
  } catch (error) {
    await application.close();
    throw error;
  }
}

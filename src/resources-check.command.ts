import { createApplication } from './create-application.js';
import { deployment } from './deployment.js';
import { describeStartFailure } from './describe-start-failure.js';
import { RegistryModule } from './modules/registry/registry.module.js';
import { readEnvironment } from './options/read-environment.js';
import { checkResources } from './registry/check-resources.js';

/** Definitions are held against entities alone, so that any database serves: this one leaves nothing behind. */
const settings = { LOG_LEVEL: 'warn', ...process.env, DATABASE_URL: 'sqlite::memory:', SEED_DEMO: 'false' };

/**
 * `npm run resources:check`: prints what was found in the deployment's definitions and what there is, and ends with 1
 * where a definition holds a fault. The application is made, and never started: a start would refuse the fault.
 */
async function check(): Promise<void> {
  const environment = readEnvironment(settings);
  const application = await createApplication(deployment(environment));
  const { text, exitCode } = checkResources(await application.get(RegistryModule).compile(), environment.API_PREFIX);
  await application.close();
  console.log(text);
  process.exitCode = exitCode;
}

check().catch((error: unknown) => {
  console.error(describeStartFailure(error));
  process.exit(1);
});

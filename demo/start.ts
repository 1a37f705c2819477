import { createApplication, DATABASE, type Database } from 'resource-api';
import { deployment } from './deployment.js';
import { describeStart } from './describe-start.js';
import { prepareDemo } from './prepare-demo.js';
import { readDemoSettings } from './settings.js';

/**
 * Starts the demo with the settings of this process, seeds it if they require it, and prints its
 * URLs.
 *
 * @throws EnvironmentError, OptionsError, DefinitionError with all faults
 */
export async function startDemo(): Promise<void> {
  const settings = await readDemoSettings(process.env);
  const { environment } = settings;
  const application = await createApplication(deployment(environment));
  await application.init();
  const seeded = await prepareDemo(settings, application.get<Database>(DATABASE));
  await application.listen(environment.PORT, environment.HOST);
  console.log(describeStart(await application.getUrl(), settings, seeded));
}

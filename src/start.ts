import { createApplication } from './create-application.js';
import { deployment } from './deployment.js';
import { describeStart } from './describe-start.js';
import { describeStartFailure } from './describe-start-failure.js';
import { DATABASE, type Database } from './execution/database/database.js';
import { prepareDemo, readStartEnvironment } from './prepare-demo.js';

/** Starts the deployment of this environment, or says why it cannot, and ends the process. */
export async function start(): Promise<void> {
  try {
    await startService();
  } catch (error) {
    console.error(describeStartFailure(error));
    // Connections that are open already would keep the process alive.
    process.exit(1);
  }
}

async function startService(): Promise<void> {
  const environment = await readStartEnvironment(process.env);
  const application = await createApplication(deployment(environment));
  await application.init();
  const seeded = await prepareDemo(environment, application.get<Database>(DATABASE));
  await application.listen(environment.PORT, environment.HOST);
  console.log(describeStart(await application.getUrl(), environment, seeded));
}

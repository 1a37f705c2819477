import { exitOnSignals } from '../../exit-on-signals.js';
import type { CliCall, CliCommand, DeploymentFactory } from '../cli-command.js';

/** `resource-api start` */
export const start: CliCommand = {
  name: 'start',
  about:
    'Starts the service: runs pending migrations, checks the definitions, and listens. If the ' +
    'file of the deployment exports a function "start", it calls that function instead.',
  async run(call) {
    exitOnSignals();
    const { deployment, start: startItself } = await call.loadFile();
    await (startItself ? startItself() : listen(deployment, call));
  },
};

async function listen(deployment: DeploymentFactory, { process }: CliCall<never>): Promise<void> {
  const [{ createApplication }, { readEnvironment }] = await Promise.all([
    import('../../create-application.js'),
    import('../../options/read-environment.js'),
  ]);
  const environment = readEnvironment(process.env);
  const application = await createApplication(deployment(environment));
  await application.listen(environment.PORT, environment.HOST);
  process.stdout.write(`The service listens on ${await application.getUrl()}\n`);
}

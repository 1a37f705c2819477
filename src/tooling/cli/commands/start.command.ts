import type { CliCommand } from '../program/cli-command.js';
import { runService } from '../tasks/run-service.js';

/** `resource-api start` */
export const start: CliCommand = {
  name: 'start',
  about: 'Starts the service: runs pending migrations, checks the definitions, and listens.',
  run: ({ load, process }) =>
    runService(async () => {
      const [{ createApplication }, { readEnvironment }, deployment] = await Promise.all([
        import('../../../app/create-application.js'),
        import('../../../options/read-environment.js'),
        load(),
      ]);
      const environment = readEnvironment(process.env);
      const application = await createApplication(deployment(environment));
      await application.listen(environment.PORT, environment.HOST);
      process.stdout.write(`The service listens on ${await application.getUrl()}\n`);
    }),
};

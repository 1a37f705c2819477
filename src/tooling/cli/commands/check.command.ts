import type { CliCall, CliCommand } from '../program/cli-command.js';

/** `resource-api check` */
export const check: CliCommand = {
  name: 'check',
  about:
    'Checks the definitions against the entities and the database, and lists resources, routes, relations and actions. It changes nothing in the database. Exits with 1 if there is a fault.',
  json: true,
  async run({ load, process }: CliCall) {
    const { checkDeployment } = await import('../tasks/check-deployment.js');
    const { readEnvironment } = await import('../../../options/read-environment.js');
    const { createLogger } = await import('../../../base/logging/index.js');
    const deployment = await load();
    const environment = readEnvironment({ LOG_LEVEL: 'warn', ...process.env });
    const logger = createLogger(environment.LOG_LEVEL, process.stderr);
    const { report, data, exitCode } = await checkDeployment({
      logger,
      ...deployment(environment),
    });
    return { text: report, data, exitCode };
  },
};

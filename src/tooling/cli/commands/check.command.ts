import { Option } from 'commander';
import type { CliCall, CliCommand } from '../program/cli-command.js';

/** `resource-api check` */
export const check: CliCommand = {
  name: 'check',
  about:
    'Checks the definitions against the entities and the database, and lists resources, routes, relations and actions. It changes nothing in the database. Exits with 1 if there is a fault.',
  options: [
    new Option(
      '--indexes',
      'list the columns that definitions sort, match, search or join by and that no index of the database serves, with the statements that create the indexes; exits with 1 if one is missing, except for searches',
    ),
  ],
  json: true,
  examples: ['check', 'check --indexes'],
  async run({ load, process, options }: CliCall<{ readonly indexes?: true }>) {
    const { checkDeployment } = await import('../tasks/check-deployment.js');
    const { readEnvironment } = await import('../../../options/read-environment.js');
    const { createLogger } = await import('../../../base/logging/index.js');
    const deployment = await load();
    const environment = readEnvironment({ LOG_LEVEL: 'warn', ...process.env });
    const logger = createLogger(environment.LOG_LEVEL, process.stderr);
    const { report, data, exitCode } = await checkDeployment(
      { logger, ...deployment(environment) },
      { indexes: options.indexes === true },
    );
    return { text: report, data, exitCode };
  },
};

import { Option } from 'commander';
import type { CliCall, CliCommand } from '../cli-command.js';

interface CheckOptions {
  readonly indexes?: boolean;
  readonly strict?: boolean;
}

/** `resource-api check` */
export const check: CliCommand = {
  name: 'check',
  about:
    'Checks the definitions against the entities and the database, and lists resources, ' +
    'routes, relations and actions. It changes nothing in the database. Exits with 1 if ' +
    'there is a fault.',
  options: [
    new Option(
      '--indexes',
      'print the statements that create the missing indexes of the database instead',
    ),
    new Option('--strict', 'exit with 1 if an index is missing').implies({ indexes: true }),
  ],
  json: true,
  examples: ['check', 'check --indexes --strict'],
  async run({ load, process, options: { indexes, strict = false } }: CliCall<CheckOptions>) {
    const { readEnvironment } = await import('../../options/read-environment.js');
    const { createLogger } = await import('../../logging/index.js');
    const deployment = await load();
    const environment = readEnvironment({ LOG_LEVEL: 'warn', ...process.env });
    const logger = createLogger(environment.LOG_LEVEL, process.stderr);
    const deployed = { logger, ...deployment(environment) };
    if (indexes) {
      const { checkIndexes } = await import('../check-indexes.js');
      return checkIndexes(deployed, strict);
    }
    const { checkDeployment } = await import('../check-deployment.js');
    const { report, data, exitCode } = await checkDeployment(deployed);
    return { text: report, data, exitCode };
  },
};

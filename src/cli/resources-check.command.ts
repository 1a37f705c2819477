import { describeStartFailure } from '../describe-start-failure.js';
import { readEnvironment } from '../options/read-environment.js';
import { checkDeployment } from './check-deployment.js';
import type { Command } from './command.js';

/**
 * `resource-api resources:check`: prints the report and the resources of the deployment; ends with
 * 1 if there is a fault.
 */
export const run: Command['run'] = async (_args, load) => {
  try {
    const deployment = await load();
    const { report: output, exitCode } = await checkDeployment(
      deployment(readEnvironment({ LOG_LEVEL: 'warn', ...process.env })),
    );
    console.log(output);
    process.exitCode = exitCode;
  } catch (error) {
    console.error(describeStartFailure(error));
    process.exit(1);
  }
};

import type { Deployment } from '../create-application.js';
import { resolveOptions } from '../options/resolve-options.js';
import { checkResources, type CheckOutcome } from '../registry/check-resources.js';
import { checkData, type CheckData } from './check-data.js';
import { withComparedDatabase } from './with-compared-database.js';

/** The outcome for people, and as data for machines. */
export interface DeploymentCheck extends CheckOutcome {
  readonly data: CheckData & { readonly comparedWith: string };
}

/**
 * Checks the definitions of a deployment as a start would, and describes its resources. It changes
 * nothing in the deployment's database: where a start would run migrations first, they run on a
 * database that is thrown away.
 *
 * @throws OptionsError, UnopenedDatabaseError
 */
export async function checkDeployment<User extends object>(
  deployment: Deployment<User>,
): Promise<DeploymentCheck> {
  return withComparedDatabase(deployment, async ({ compilation, reason }) => {
    const { prefix, safeWrites } = resolveOptions(deployment.options);
    const { report, exitCode } = checkResources(compilation, prefix, safeWrites.bulk);
    return {
      report: `${reason}\n\n${report}`,
      exitCode,
      data: { comparedWith: reason, ...checkData(compilation, prefix, safeWrites.bulk) },
    };
  });
}

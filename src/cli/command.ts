import type { Deployment } from '../create-application.js';
import type { Environment } from '../options/environment.js';

/** What the file of a deployment exports as `deployment`. */
export type DeploymentFactory = (environment: Environment) => Deployment;

/** A command of `resource-api`: prints its result itself, and sets the exit code where it fails. */
export interface Command {
  /**
   * @param args the words after the command's name
   * @param load loads the team's deployment, from the file that the command line names
   */
  run(args: readonly string[], load: () => Promise<DeploymentFactory>): Promise<void>;
}

import { checkResources } from './registry/check-resources.js';
import type { Compilation } from './registry/compile-resources.js';

/**
 * `npm run resources:check`: compiles the deployment's definitions, prints what was found and what there is, and ends
 * with 1 where a definition holds a fault.
 */
export async function runResourcesCheck(compileApplication: () => Promise<Compilation>, prefix: string): Promise<void> {
  const { text, exitCode } = checkResources(await compileApplication(), prefix);
  console.log(text);
  process.exitCode = exitCode;
}

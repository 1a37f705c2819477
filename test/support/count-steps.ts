import { Session, type Profiler } from 'node:inspector';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMPILED } from './compiled-path.js';
import { setFlagsFromString } from 'node:v8';

/**
 * Counts from the import of this file, in a process of its own: see `resultsOf`. V8 adds counters
 * only to code that it compiles from then on, so import this file before the code that you count.
 * Optimized code loses the counters of functions that it inlines, which depends on the time: hence
 * `--no-opt`.
 */
const session = new Session();
session.connect();
setFlagsFromString('--no-opt');
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * Returns how many blocks of code the callback executes: each call of a function, iteration of a
 * loop and branch is one. The number does not depend on the machine or its clock. Regular
 * expressions and functions of the engine (`indexOf`, `JSON.parse`) do not count, however long they
 * run.
 *
 * @param folders whose code counts, relative to the project: `node_modules/image-size`; `src` by default
 *
 * @throws Error if no code in the folders has counters
 */
export async function countSteps(
  work: () => unknown,
  ...folders: readonly string[]
): Promise<number> {
  const roots = (folders.length > 0 ? folders : ['src']).map(
    (folder) => `${pathToFileURL(resolve(COMPILED, folder)).href}/`,
  );
  await takeCounts();
  await work();
  const functions = (await takeCounts())
    .filter(({ url }) => roots.some((root) => url.startsWith(root)))
    .flatMap((script) => script.functions);
  if (!functions.some(({ isBlockCoverage }) => isBlockCoverage))
    throw new Error('Nothing was counted: import count-steps before the code that you count.');
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}

/** Returns the counts since the last call, and sets them to zero. */
function takeCounts(): Promise<readonly Profiler.ScriptCoverage[]> {
  return new Promise((done, fail) =>
    session.post('Profiler.takePreciseCoverage', (error, { result }) =>
      error ? fail(error) : done(result),
    ),
  );
}

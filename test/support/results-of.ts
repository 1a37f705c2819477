import { createInterface } from 'node:readline';
import { TestProcesses } from './test-processes.js';

/**
 * Runs a program in a process of its own while the tests of a file run. It counts steps, which takes
 * longer the more code is loaded, and prints a line of JSON for each result: its name and its value.
 *
 * @param path of the program in the project
 *
 * @returns a function that waits for the result of this name
 */
export function resultsOf(path: string): (name: string) => Promise<unknown> {
  const processes = new TestProcesses();
  const results = new Map<string, unknown>();
  let lines: AsyncIterator<string, undefined>;
  beforeAll(() => {
    lines = createInterface(processes.spawn(path, {}).stdout)[Symbol.asyncIterator]();
  });
  afterAll(() => processes.end());
  return async (name) => {
    while (!results.has(name)) {
      const line = await lines.next();
      if (line.done) throw new Error(`${path} ended without a result of the name "${name}".`);
      results.set(...(JSON.parse(line.value) as [string, unknown]));
    }
    return results.get(name);
  };
}

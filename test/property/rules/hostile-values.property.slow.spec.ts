import { createInterface } from 'node:readline';
import { TestProcesses } from '../../support/test-processes.js';
import { hostileRules } from './hostile-rules.js';

const processes = new TestProcesses();
let lines: AsyncIterator<string>;
beforeAll(() => {
  const counting = processes.spawn('test/property/rules/count-hostile-steps.ts', {});
  lines = createInterface(counting.stdout)[Symbol.asyncIterator]();
});
afterAll(() => processes.end());

/**
 * Regular expressions are not counted: one that is not linear runs into the timeout of the test.
 */
describe('500 KB of any value', () => {
  it.each(hostileRules)(
    'are checked in a number of steps linear in the length, and never throw: %s',
    async (rule) => {
      const { value } = (await lines.next()) as { value: string | undefined };
      expect(JSON.parse(value ?? 'null')).toEqual({ rule, steep: [] });
    },
  );
});

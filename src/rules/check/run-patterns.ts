import { createContext, Script } from 'node:vm';

/** A string to test with a pattern. */
export interface PatternTest {
  readonly pattern: RegExp;
  readonly value: string;
}

/** The CPU time of all patterns of one check together, in milliseconds. */
const MAX_MILLISECONDS = 10;
/** On a busy machine, wall-clock time passes without CPU time, so the limit needs several attempts. */
const MAX_ATTEMPTS = 20;

const script = new Script('run()');
/** Created once, because that takes longer than most patterns. */
const sandbox = createContext({ run: () => undefined }) as { run: () => void };

/**
 * Returns whether each pattern matches; `null` if the time ran out. Values come from callers, and a
 * pattern such as `^(a+)+$` practically never ends on a string of forty letters, so a time limit is
 * needed.
 */
export function runPatterns(tests: readonly PatternTest[]): readonly (boolean | null)[] {
  const found: (boolean | null)[] = tests.map(() => null);
  let next = 0;
  sandbox.run = () => {
    for (; next < tests.length; next++) found[next] = tests[next]!.pattern.test(tests[next]!.value);
  };
  let spent = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && spent < MAX_MILLISECONDS; attempt++) {
    const before = process.cpuUsage();
    if (finishes()) break;
    const { user, system } = process.cpuUsage(before);
    spent += (user + system) / 1000;
  }
  return found;
}

function finishes(): boolean {
  try {
    script.runInContext(sandbox, { timeout: MAX_MILLISECONDS });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

import { createContext, Script } from 'node:vm';

/** A text to look for a pattern in. */
export interface PatternTest {
  readonly pattern: RegExp;
  readonly text: string;
}

/** Milliseconds of the processor that the patterns of one check may take together. */
const MAX_MILLISECONDS = 10;
/** Attempts at that: on a busy machine the clock on the wall runs on while nothing is done. */
const MAX_ATTEMPTS = 20;

const script = new Script('run()');
/** Made once, since making one takes longer than most patterns. */
const context = createContext({ run: () => undefined }) as { run: () => void };

/**
 * Whether each pattern finds something; `null` where the time ran out. Patterns of definitions meet
 * texts of callers, and a pattern such as `^(a+)+$` takes longer than the world stands on a text of
 * forty letters: only a clock ends it.
 */
export function runPatterns(tests: readonly PatternTest[]): readonly (boolean | null)[] {
  const found: (boolean | null)[] = tests.map(() => null);
  let next = 0;
  context.run = () => {
    for (; next < tests.length; next++) found[next] = tests[next]!.pattern.test(tests[next]!.text);
  };
  let spent = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && spent < MAX_MILLISECONDS; attempt++) {
    const before = process.cpuUsage();
    if (comesToItsEnd()) break;
    const { user, system } = process.cpuUsage(before);
    spent += (user + system) / 1000;
  }
  return found;
}

function comesToItsEnd(): boolean {
  try {
    script.runInContext(context, { timeout: MAX_MILLISECONDS });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

import { addEventHandler, type State } from 'jest-circus';
import { afterAllTests, afterEachTest } from './every-file.js';

/**
 * What `jest-light-runner` leaves out of Jest: hooks of setup files, which it forgets before it
 * loads a test file, and the timeouts of tests and hooks.
 */
const { setTimeout, clearTimeout } = globalThis;

/** In milliseconds. Tests in a browser or with an object store are slower than others. */
const defaultLimit = (file: string): number => (file.endsWith('.spec.ts') ? 60_000 : 180_000);
const limits = new Map<string, number>();
const thisFile = (): string => expect.getState().testPath!;

Object.assign(jest, {
  setTimeout: (limit: number) => void limits.set(thisFile(), limit),
});

type Block = State['rootDescribeBlock'];
type Run = () => unknown;
let hooked: Block | undefined;

addEventHandler((event, { currentDescribeBlock: block, rootDescribeBlock: root }) => {
  if (hooked !== root) {
    hooked = root;
    addHooks(root);
  }
  const added =
    event.name === 'add_test'
      ? block.children.at(-1)
      : event.name === 'add_hook'
        ? block.hooks.at(-1)
        : undefined;
  if (added && 'fn' in added && added.fn)
    added.fn = limited(added.fn as Run, added.timeout ?? limits.get(thisFile()));
});

function addHooks(parent: Block): void {
  const hook = (type: 'afterEach' | 'afterAll') => (step: Run) => ({
    ...{ type, parent, fn: limited(step), seenDone: false, timeout: undefined },
    asyncError: new Error(`The ${type} hook of all files failed`),
  });
  parent.hooks.push(
    ...afterEachTest.map(hook('afterEach')),
    ...afterAllTests.map(hook('afterAll')),
  );
}

/** A rejection if the test or hook takes longer than the limit. */
function limited(run: Run, limit = defaultLimit(thisFile())): () => Promise<void> {
  return async () => {
    let timer: NodeJS.Timeout;
    const late = new Promise((_, fail) => {
      timer = setTimeout(() => fail(new Error(`Took longer than ${limit} ms`)), limit);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer!);
    }
  };
}

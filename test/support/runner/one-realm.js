import { ModuleMocker } from 'jest-mock';

const { console } = globalThis;
const { exit } = process;

/**
 * Tests run among the globals of Node itself, as the service does, and not in a `vm` context, whose `Error` and `Date` are
 * not those of the packages. See `docs/decisions/0020-tests-share-packages.md`.
 */
export default class OneRealm {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #known = new Set(Reflect.ownKeys(globalThis));

  async setup() {}

  /** What a file, and the runner for it, put on the globals is gone before the next file. */
  async teardown() {
    for (const key of Reflect.ownKeys(globalThis)) if (!this.#known.has(key)) Reflect.deleteProperty(globalThis, key);
    Object.assign(globalThis, { console });
    Object.assign(process, { exit });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
}

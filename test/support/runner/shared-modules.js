import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import runner from 'jest-circus/runner';
import { compiledFile } from './compile-tests.js';
import { jestGlobal } from './jest-global.js';
import { StateOfProcess } from './state-of-process.js';

const require = createRequire(import.meta.url);

const asyncHooks = require('node:async_hooks');
/** A getter from Node.js 24. */
const asyncLocalStorage = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');

/**
 * Runs a test file with jest-circus, as Jest does, but loads it with Node.js itself: the modules of
 * packages, sources and helpers are loaded once for all files of a worker. Only jest-circus, the
 * file and the setup files are loaded each time. What the file has changed in the process is put
 * back; it fails if it leaves something open.
 *
 * @see https://jestjs.io/docs/configuration#testrunner-string
 */
export default async function runWithSharedModules(globalConfig, config, environment, ...rest) {
  const [, path, report] = rest;
  const before = new StateOfProcess();
  const jest = jestGlobal(config);
  const runtime = new NativeRuntime(config.rootDir);
  const { console } = globalThis;
  Object.assign(globalThis, { jest, console: environment.global.console });
  const here = { global: globalThis };
  try {
    const result = await runner.default(globalConfig, config, here, runtime, path, report);
    // A test that failed may not have come to its end.
    if (result.numFailingTests === 0)
      await before.expectNothingOpen(config.testEnvironmentOptions.patience);
    return result;
  } finally {
    jest.restoreAllMocks();
    jest.useRealTimers();
    runtime.unload();
    before.restore();
    Object.assign(globalThis, { console });
  }
}

/** What jest-circus asks of `jest-runtime`, for one file. */
class NativeRuntime {
  #root;
  #loaded = [];
  #ownGlobals = [];

  constructor(root) {
    this.#root = root;
  }

  /** Loads jest-circus, which keeps the tests of a file, and what listens to them, in globals. */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    const before = Object.getOwnPropertySymbols(globalThis);
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
      value: CurrentStore,
      configurable: true,
    });
    try {
      return this.#load(path);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', asyncLocalStorage);
      this.#ownGlobals = Object.getOwnPropertySymbols(globalThis).filter(
        (symbol) => !before.includes(symbol) && Symbol.keyFor(symbol) === undefined,
      );
    }
  }

  /** The test file and its setup files. */
  requireModule(path) {
    return this.#load(join(this.#root, compiledFile(relative(this.#root, path))));
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}

  unload() {
    for (const path of this.#loaded) delete require.cache[path];
    for (const symbol of this.#ownGlobals) delete globalThis[symbol];
  }

  /** A new `require` each time, since it keeps what it has loaded. */
  #load(path) {
    this.#loaded.push(path);
    return createRequire(path)(path);
  }
}

/**
 * Which test is running, for jest-circus. An `AsyncLocalStorage` would slow down every promise of
 * the process (up to Node.js 22), also after the file; one test runs at a time.
 */
class CurrentStore {
  #store;

  async run(store, work) {
    const outer = this.#store;
    this.#store = store;
    try {
      return await work();
    } finally {
      this.#store = outer;
    }
  }

  getStore() {
    return this.#store;
  }
}

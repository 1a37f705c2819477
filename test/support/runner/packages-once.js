import * as asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import Runtime from 'jest-runtime';

/** What was compiled in this process, by file. */
const compiled = new Map();

/** The runner makes a storage for each test file, and every promise from then on pays for it: it is given this one each time. */
const storage = new asyncHooks.AsyncLocalStorage();
const hooksOfRunner = {
  ...asyncHooks,
  AsyncLocalStorage: function () {
    return storage;
  },
};

/**
 * Loads packages once a process, by Node, and compiles a file of the project once; every test file still runs the project's
 * files anew. See `docs/decisions/0020-tests-share-packages.md`.
 */
export default class PackagesOnce extends Runtime {
  constructor(...given) {
    super(...given);
    const head = `(function (${this.executor.injectedModuleParameters.join(', ')}) {`;
    this.executor.compile = (source, filename) => {
      if (compiled.get(filename)?.source !== source) {
        const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
        compiled.set(filename, { source, script });
      }
      return compiled.get(filename).script.runInThisContext();
    };
  }

  requireModuleOrMock(from, name) {
    const isOfProject = name.startsWith('.') || name.startsWith('/') || name === '@jest/globals';
    return isOfProject ? super.requireModuleOrMock(from, name) : createRequire(from)(name);
  }

  requireInternalModule(from, name) {
    return name === 'node:async_hooks' ? hooksOfRunner : super.requireInternalModule(from, name);
  }
}

/**
 * `resource-api/testing/jest`: adds the matchers to Jest, as a file of `setupFilesAfterEnv`, and to
 * the types of `@types/jest`.
 */
import { resourceMatchers, type ResourceMatchers } from './matchers.js';

declare global {
  // The interface that @types/jest declares.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace jest {
    // Its parameters have to be repeated.
    // eslint-disable-next-line @typescript-eslint/no-unused-vars
    interface Matchers<R, T = {}> extends ResourceMatchers<R> {}
  }
}

interface Extendable {
  extend(matchers: typeof resourceMatchers): void;
}

(globalThis as unknown as { readonly expect: Extendable }).expect.extend(resourceMatchers);

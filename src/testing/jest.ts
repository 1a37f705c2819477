/**
 * `resource-api/testing/jest`: adds the matchers to Jest, as a file of `setupFilesAfterEnv`, and to
 * its types: those of `@jest/globals`, and the global ones of `@types/jest`.
 */
import { expect } from '@jest/globals';
import { resourceMatchers, type ResourceMatchers } from './matchers.js';

declare module 'expect' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Jest declares both parameters
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ResourceMatchers<R> {}
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- @types/jest declares it
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-unused-vars -- @types/jest declares both
    interface Matchers<R, T = {}> extends ResourceMatchers<R> {}
  }
}

expect.extend(resourceMatchers);

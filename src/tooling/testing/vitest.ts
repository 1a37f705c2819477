/**
 * `resource-api/testing/vitest`: adds the matchers to Vitest, as a file of `setupFiles`, and to its
 * types.
 */
import { expect } from 'vitest';
import { resourceMatchers, type ResourceMatchers } from './matchers.js';

declare module 'vitest' {
  // The parameter has to be the one that Vitest declares.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  interface Matchers<T = any> extends ResourceMatchers<T> {}
}

expect.extend(resourceMatchers);

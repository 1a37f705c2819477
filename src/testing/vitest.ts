/**
 * `resource-api/testing/vitest`: adds the matchers to Vitest, as a file of `setupFiles`, and to its
 * types.
 */
import { expect } from 'vitest';
import { resourceMatchers, type ResourceMatchers } from './matchers.js';

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the parameter is that of Vitest
  interface Matchers<T = any> extends ResourceMatchers<T> {}
}

expect.extend(resourceMatchers);

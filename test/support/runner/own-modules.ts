import { afterAllTests, afterEachTest } from './every-file.js';

/** In plain Jest, hooks of a setup file belong to the file that is run. */
for (const step of afterEachTest) afterEach(step);
for (const step of afterAllTests) afterAll(step);

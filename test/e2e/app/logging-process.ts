import { createLogger } from '../../../src/base/logging/create-logger.js';

/** Writes more to its log than a pipe holds, on request, and ends as a service does. */
const logger = createLogger('info');
process.stdin.once('data', () => {
  for (let line = 0; line < 2_000; line++) logger.info({ event: 'line', text: 'x'.repeat(1_000) });
  process.exit(0);
});
console.log('It waits.');

import { createApplication } from '../../../src/app/create-application.js';
import { DatabaseClock } from '../../../src/database/read/database-clock.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { makeHashesCheap } from '../../support/cheap-hashes.js';
import { NOW } from '../../support/freeze-clock.js';
import { patientLimits } from '../../support/patient-limits.js';

/**
 * Runs the demo as a process of its own, which prints its address. All its login attempts happen at
 * the same instant, since a busy machine may need minutes for them.
 */
makeHashesCheap();
const { DATABASE_URL, LOGIN_FAILURES_PER_MINUTE } = process.env;
const environment = readEnvironment({
  DATABASE_URL,
  LOGIN_FAILURES_PER_MINUTE,
  LOG_LEVEL: 'silent',
});
const { options, modules } = deployment(environment);
const app = await createApplication({
  modules,
  options: { ...options, limits: { ...options.limits, ...patientLimits } },
});
app.get(DatabaseClock, { strict: false }).read = () => Promise.resolve(new Date(NOW));
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());

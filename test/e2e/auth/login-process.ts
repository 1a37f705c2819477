import { deployment } from '../../../demo/deployment.js';
import { createApplication } from '../../../src/create-application.js';
import { DATABASE, hashPassword, type Database } from '../../../src/index.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { makeHashesCheap } from '../../support/cheap-scrypt.js';
import { patientLimits } from '../../support/patient-limits.js';

/**
 * Runs the demo as a process of its own, which prints its address. Hashes are cheap: an attempt
 * that takes a quarter of a minute counts as wrong, and a busy machine could take as long.
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
const password = await hashPassword('password');
await app.get<Database>(DATABASE).write(`update users set password = '${password}'`);
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());

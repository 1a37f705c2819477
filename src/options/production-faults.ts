import { isDefaultSecret } from './default-secrets.js';
import { settings, type Environment } from './environment.js';

/** What is good enough for the demo and not for a service: a line a setting. */
export function productionFaults(environment: Environment): readonly string[] {
  if (environment.NODE_ENV !== 'production') return [];
  return [...(environment.SEED_DEMO ? [seeding] : []), ...defaultSecrets(environment)];
}

const seeding = 'SEED_DEMO: "true" is not allowed where NODE_ENV is production; set it to false.';

function defaultSecrets(environment: Environment): readonly string[] {
  return settings
    .filter(({ name, secret }) => secret && isDefaultSecret(String(environment[name as keyof Environment] ?? '')))
    .map(
      ({ name }) => `${name}: a secret that everybody knows is not allowed where NODE_ENV is production; choose one.`,
    );
}

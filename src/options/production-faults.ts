import { isDefaultSecret } from './default-secrets.js';
import { settings, type Environment } from './environment.js';

/** Secrets that are good enough for a trial and not for a service: a line per setting. */
export function productionFaults(environment: Environment): readonly string[] {
  if (environment.NODE_ENV !== 'production') return [];
  return settings
    .filter(
      ({ name, secret }) =>
        secret && isDefaultSecret(String(environment[name as keyof Environment] ?? '')),
    )
    .map(
      ({ name }) =>
        `${name}: a secret that everybody knows is not allowed where NODE_ENV is production; choose one.`,
    );
}

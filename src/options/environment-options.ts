import type { Limits } from './limits.js';
import type { AuthenticationOptions, ResourceApiOptions } from './resource-api-options.js';
import { settings, type Environment } from './settings.js';

/** The options that an environment sets. The entity of the users and the modules are the code's. */
export interface EnvironmentOptions extends Omit<
  ResourceApiOptions,
  'authentication' | 'limits' | 'middleware' | 'reference'
> {
  readonly limits: Limits;
  readonly authentication: Omit<AuthenticationOptions, 'user' | 'provider'>;
  /** Add the title and version of the API; `false` disables the document and its page. */
  readonly reference: false | object;
}

type Members = Record<string, unknown>;

/**
 * Returns the options that the environment sets, with all settings of the table: each of them then has
 * its effect, also one that a later version adds.
 */
export function optionsFrom(environment: Environment): EnvironmentOptions {
  const options: Members = { reference: environment.REFERENCE && {} };
  for (const { name, option } of settings) {
    const value = environment[name as keyof Environment];
    if (option === undefined || value === undefined) continue;
    if (option.startsWith('authentication.jwt.') && environment.JWT_ISSUER === undefined) continue;
    setAt(options, option.split('.'), value);
  }
  if (!environment.EXPLORER) options.explorer = false;
  return options as unknown as EnvironmentOptions;
}

function setAt(options: Members, [name, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) options[name!] = value;
  else setAt((options[name!] ??= {}) as Members, rest, value);
}

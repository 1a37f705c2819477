import { maskCredentials } from './checks.js';
import { productionFaults } from './production-faults.js';
import { readSecretFiles } from './secret-files.js';
import { settings, type Environment, type NamedSetting, type Variables } from './settings.js';

/**
 * Reports all environment variables with a wrong value in one message: the name, the value and what
 * is allowed.
 */
export class EnvironmentError extends Error {
  /** @param note a further line, about what could not be checked */
  constructor(lines: readonly string[], note?: string) {
    const message = [
      'These environment variables have a wrong value:',
      ...lines.map((line) => `  ${line}`),
    ];
    super([...message, ...(note === undefined ? [] : [note])].join('\n'));
    this.name = 'EnvironmentError';
  }
}

/** The settings, and a line for each wrong one. */
export interface CheckedEnvironment {
  readonly environment: Environment;
  readonly faults: readonly string[];
}

/**
 * Reads the settings of a deployment from its environment variables and secret files. Absent or
 * empty ones have their default.
 *
 * @throws EnvironmentError
 */
export function readEnvironment(given: Variables): Environment {
  const { environment, faults } = checkEnvironment(given);
  if (faults.length > 0) throw new EnvironmentError(faults);
  return environment;
}

/** Does the same without throwing, so that a caller can add further faults to one report. */
export function checkEnvironment(given: Variables): CheckedEnvironment {
  const { variables, faults: unread } = readSecretFiles(given);
  const environment = Object.fromEntries(
    settings.map((setting) => [setting.name, valueOf(setting, variables[setting.name])]),
  ) as Environment;
  const faults = [
    ...unread,
    ...settings.flatMap((setting) => faultOf(setting, environment, variables)),
    ...providerFaults(environment),
    ...productionFaults(environment),
  ];
  return { environment, faults };
}

/** An empty variable counts as absent. */
const valueOf = (setting: NamedSetting, variable = ''): unknown =>
  variable === '' ? setting.default : setting.read(variable);

function faultOf(
  setting: NamedSetting,
  environment: Environment,
  variables: Variables,
): readonly string[] {
  const { name, allowed = 'a string' } = setting;
  const value = environment[name as keyof Environment];
  if (value === setting.default || setting.isValid(value)) return [];
  return [
    `${name} must be ${allowed}; ${shownValue(setting, variables[name] ?? '')} is not allowed.`,
  ];
}

const ofProvider = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URI'] as const;

/** The variables of the identity provider must be set together. */
function providerFaults(environment: Environment): readonly string[] {
  const given = ofProvider.filter((name) => environment[name] !== undefined);
  if (given.length === 0) return [];
  const missing = ofProvider.filter((name) => !given.includes(name));
  return missing.map(
    (name) =>
      `${name} is required if ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set.`,
  );
}

/** Hides secrets. A database URL has parts that help to find its fault. */
function shownValue({ name, secret }: NamedSetting, value: string): string {
  if (secret && name !== 'DATABASE_URL') return 'the given value';
  return `"${secret || value.includes('://') ? maskCredentials(value) : value}"`;
}

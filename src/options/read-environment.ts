import { validateSync, type ValidationError } from 'class-validator';
import { maskCredentials } from './checks.js';
import { parseEnvironment, settings, type Environment, type Variables } from './environment.js';
import { productionFaults } from './production-faults.js';
import { readSecretFiles } from './secret-files.js';

/**
 * Every environment variable with a wrong value, in one message: its name, what was given, what is
 * allowed.
 */
export class EnvironmentError extends Error {
  /** @param note what could not be told yet */
  constructor(lines: readonly string[], note?: string) {
    const message = [
      'These environment variables have a wrong value:',
      ...lines.map((line) => `  ${line}`),
    ];
    super([...message, ...(note === undefined ? [] : [note])].join('\n'));
    this.name = 'EnvironmentError';
  }
}

/** The settings, as far as they can be read, and a line for each that is wrong. */
export interface CheckedEnvironment {
  readonly environment: Environment;
  readonly faults: readonly string[];
}

/**
 * The settings of a deployment, from its environment variables and from the files of its secrets;
 * absent or empty: the default.
 *
 * @throws EnvironmentError
 */
export function readEnvironment(given: Variables): Environment {
  const { environment, faults } = checkEnvironment(given);
  if (faults.length > 0) throw new EnvironmentError(faults);
  return environment;
}

/** The same, for whoever has more to look at before it is all told at once. */
export function checkEnvironment(given: Variables): CheckedEnvironment {
  const { variables, faults: unread } = readSecretFiles(given);
  const environment = parseEnvironment(variables);
  const wrong = validateSync(environment, { stopAtFirstError: true });
  const faults = [
    ...unread,
    ...inOrder(wrong).map((fault) => describe(fault, variables)),
    ...providerFaults(environment),
    ...productionFaults(environment),
  ];
  return { environment, faults };
}

const ofProvider = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URI'] as const;

/** An identity provider is told whole, or not at all. */
function providerFaults(environment: Environment): readonly string[] {
  const given = ofProvider.filter((name) => environment[name] !== undefined);
  if (given.length === 0) return [];
  const missing = ofProvider.filter((name) => !given.includes(name));
  return missing.map(
    (name) =>
      `${name}: it is wanted where ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set.`,
  );
}

/** Validation goes by the order of its own making. */
function inOrder(faults: readonly ValidationError[]): readonly ValidationError[] {
  const names = settings.map(({ name }) => name);
  return [...faults].sort(
    (one, other) => names.indexOf(one.property) - names.indexOf(other.property),
  );
}

function describe({ property, constraints }: ValidationError, variables: Variables): string {
  const shown = shownValue(property, variables[property] ?? '');
  return `${property}: ${shown} is not allowed; allowed: ${Object.values(constraints ?? {})[0]}.`;
}

/** Nobody is shown a secret; an address has parts that help to find its fault. */
function shownValue(name: string, value: string): string {
  const isSecret = settings.some((setting) => setting.name === name && setting.secret);
  if (isSecret && name !== 'DATABASE_URL') return 'What it holds';
  return `"${isSecret || value.includes('://') ? maskCredentials(value) : value}"`;
}

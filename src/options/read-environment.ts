import { validateSync, type ValidationError } from 'class-validator';
import { maskCredentials } from './checks.js';
import { parseEnvironment, settings, type Environment, type Variables } from './environment.js';
import { productionFaults } from './production-faults.js';
import { readSecretFiles } from './secret-files.js';

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

/** Sorts faults by the order of the settings; validation has its own. */
function inOrder(faults: readonly ValidationError[]): readonly ValidationError[] {
  const names = settings.map(({ name }) => name);
  return [...faults].sort(
    (one, other) => names.indexOf(one.property) - names.indexOf(other.property),
  );
}

function describe({ property, constraints }: ValidationError, variables: Variables): string {
  const shown = shownValue(property, variables[property] ?? '');
  return `${property} must be ${Object.values(constraints ?? {})[0]}; ${shown} is not allowed.`;
}

/** Hides secrets. A database URL has parts that help to find its fault. */
function shownValue(name: string, value: string): string {
  const isSecret = settings.some((setting) => setting.name === name && setting.secret);
  if (isSecret && name !== 'DATABASE_URL') return 'the given value';
  return `"${isSecret || value.includes('://') ? maskCredentials(value) : value}"`;
}

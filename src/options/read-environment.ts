import { validateSync, type ValidationError } from 'class-validator';
import { maskCredentials } from './checks.js';
import { parseEnvironment, settings, type Environment, type Variables } from './environment.js';
import { productionFaults } from './production-faults.js';
import { readSecretFiles } from './secret-files.js';

/** Every environment variable with a wrong value, in one message: its name, what was given, what is allowed. */
export class EnvironmentError extends Error {
  constructor(lines: readonly string[]) {
    super(['These environment variables have a wrong value:', ...lines.map((line) => `  ${line}`)].join('\n'));
    this.name = 'EnvironmentError';
  }
}

/**
 * The settings of a deployment, from its environment variables and from the files of its secrets; absent or empty: the
 * default.
 *
 * @throws EnvironmentError
 */
export function readEnvironment(given: Variables): Environment {
  const { variables, faults } = readSecretFiles(given);
  const environment = parseEnvironment(variables);
  const wrong = validateSync(environment, { stopAtFirstError: true });
  const lines = [
    ...faults,
    ...inOrder(wrong).map((fault) => describe(fault, variables)),
    ...productionFaults(environment),
  ];
  if (lines.length > 0) throw new EnvironmentError(lines);
  return environment;
}

/** Validation goes by the order of its own making. */
function inOrder(faults: readonly ValidationError[]): readonly ValidationError[] {
  const names = settings.map(({ name }) => name);
  return [...faults].sort((one, other) => names.indexOf(one.property) - names.indexOf(other.property));
}

function describe({ property, constraints }: ValidationError, variables: Variables): string {
  const shown = shownValue(property, variables[property] ?? '');
  return `${property}: ${shown} is not allowed; allowed: ${Object.values(constraints ?? {})[0]}.`;
}

/** Nobody is shown a secret; an address has parts that help to find its fault. */
function shownValue(name: string, value: string): string {
  if (!settings.some((setting) => setting.name === name && setting.secret)) return `"${value}"`;
  return name === 'DATABASE_URL' ? `"${maskCredentials(value)}"` : 'What it holds';
}

import { validateSync, type ValidationError } from 'class-validator';
import { maskCredentials } from './checks.js';
import { type Environment, parseEnvironment } from './environment.js';

/** Every environment variable with a wrong value, in one message: its name, what was given, what is allowed. */
export class EnvironmentError extends Error {
  constructor(lines: readonly string[]) {
    super(['These environment variables have a wrong value:', ...lines.map((line) => `  ${line}`)].join('\n'));
    this.name = 'EnvironmentError';
  }
}

/**
 * The settings of a deployment, from its environment variables; absent or empty: the default.
 *
 * @throws EnvironmentError
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const environment = parseEnvironment(variables);
  const faults = validateSync(environment, { stopAtFirstError: true });
  if (faults.length > 0) throw new EnvironmentError(faults.map((fault) => describe(fault, variables)));
  return environment;
}

function describe({ property, constraints }: ValidationError, variables: Readonly<Record<string, string | undefined>>) {
  const given = variables[property] ?? '';
  const shown = property === 'DATABASE_URL' ? maskCredentials(given) : given;
  return `${property}: "${shown}" is not allowed; allowed: ${Object.values(constraints ?? {})[0]}.`;
}

import { readFileSync } from 'node:fs';
import { settings, type Variables } from './environment.js';

/** The variables with the secrets of files among them, and what is wrong with those files. */
export interface WithSecrets {
  readonly variables: Variables;
  readonly faults: readonly string[];
}

/**
 * Reads each secret whose variable `<NAME>_FILE` names a file; the line break at its end is none of
 * it.
 */
export function readSecretFiles(variables: Variables): WithSecrets {
  const read: Record<string, string> = {};
  const faults: string[] = [];
  for (const { name } of settings.filter(({ secret }) => secret)) {
    const file = variables[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    const outcome = readSecret(variables, name, file);
    if ('secret' in outcome) read[name] = outcome.secret;
    else faults.push(`${name}_FILE: ${outcome.fault}`);
  }
  return { variables: { ...variables, ...read }, faults };
}

function readSecret(
  variables: Variables,
  name: string,
  file: string,
): { readonly secret: string } | { readonly fault: string } {
  if (variables[name]) return { fault: `${name} is set as well; set one of the two.` };
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return secret === '' ? { fault: `"${file}" is empty.` } : { secret };
  } catch (error) {
    return { fault: `"${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  }
}

import { readFileSync } from 'node:fs';
import { settings, type Variables } from './settings.js';

/** The variables including the secrets from files, and the faults of these files. */
export interface WithSecrets {
  readonly variables: Variables;
  readonly faults: readonly string[];
}

/**
 * Reads each secret whose variable `<NAME>_FILE` names a file. A line break at the end of the file
 * is ignored.
 */
export function readSecretFiles(variables: Variables): WithSecrets {
  const read: Record<string, string> = {};
  const faults: string[] = [];
  for (const { name } of settings.filter(({ secret }) => secret)) {
    const file = variables[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    const outcome = readSecret(variables, name, file);
    if ('secret' in outcome) read[name] = outcome.secret;
    else faults.push(outcome.fault);
  }
  return { variables: { ...variables, ...read }, faults };
}

function readSecret(
  variables: Variables,
  name: string,
  file: string,
): { readonly secret: string } | { readonly fault: string } {
  if (variables[name]) return { fault: `${name}_FILE and ${name} are both set; set one of them.` };
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return secret === '' ? { fault: `${name}_FILE: the file "${file}" is empty.` } : { secret };
  } catch (error) {
    return {
      fault: `${name}_FILE: the file "${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    };
  }
}

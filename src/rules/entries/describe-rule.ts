import type { RuleSpec } from './rule-types.js';

/**
 * Returns a rule as a string, for descriptors of actions: `in:draft,published`, regardless of how
 * it was declared. It contains strings and numbers that a rule was built with, but not entities and
 * classes.
 *
 * @contract C6.1
 */
export function describeRule(spec: RuleSpec): string {
  if (typeof spec === 'string') return spec;
  const shown = spec.arguments.every((argument) => typeof argument !== 'function')
    ? spec.arguments
    : [];
  return shown.length === 0 ? spec.name : `${spec.name}:${shown.join(',')}`;
}

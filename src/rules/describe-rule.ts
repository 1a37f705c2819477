import type { RuleSpec } from './rule-types.js';

/**
 * A rule as a text, for descriptors of actions: `in:draft,published`, whichever way it was written.
 * Of what a rule was built with, texts and numbers are told, and entities and classes are not.
 *
 * @contract C6.1
 */
export function describeRule(spec: RuleSpec): string {
  if (typeof spec === 'string') return spec;
  const parts = spec.arguments.every((argument) => typeof argument !== 'function')
    ? spec.arguments
    : [];
  return parts.length === 0 ? spec.name : `${spec.name}:${parts.join(',')}`;
}

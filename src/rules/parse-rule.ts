import type { RuleSpec } from './rule-types.js';

/** A rule, read: its name and what stands behind the colon. */
export interface ParsedRule {
  readonly name: string;
  readonly parameter: string | null;
  /** Arguments of a rule that was built by a function. */
  readonly arguments: readonly unknown[];
}

/** Reads a rule as a definition writes it. */
export function parseRule(spec: RuleSpec): ParsedRule {
  if (typeof spec !== 'string')
    return { name: spec.name, parameter: null, arguments: spec.arguments };
  const colon = spec.indexOf(':');
  if (colon < 0) return { name: spec, parameter: null, arguments: [] };
  return { name: spec.slice(0, colon), parameter: spec.slice(colon + 1), arguments: [] };
}

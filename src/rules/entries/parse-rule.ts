import type { RuleSpec } from './rule-types.js';

/** A parsed rule. */
export interface ParsedRule {
  readonly name: string;
  readonly parameter: string | null;
  /** The arguments of a rule that a function built. */
  readonly arguments: readonly unknown[];
}

/** Parses a rule as a definition declares it. */
export function parseRule(spec: RuleSpec): ParsedRule {
  if (typeof spec !== 'string')
    return { name: spec.name, parameter: null, arguments: spec.arguments };
  const colon = spec.indexOf(':');
  if (colon < 0) return { name: spec, parameter: null, arguments: [] };
  return { name: spec.slice(0, colon), parameter: spec.slice(colon + 1), arguments: [] };
}

import { nearest } from '../../base/errors/index.js';
import type { InstalledRules } from './installed-rules.js';
import { BoundsFault, ParameterFault } from '../entries/parameters.js';
import { parseRule } from '../entries/parse-rule.js';
import type { RuleEntry } from '../entries/rule-entry.js';
import type { RuleSpec } from '../entries/rule-types.js';
import { entryOfClass, unregisteredRule } from '../entries/team-rules.js';

/** A rule of a field with its parsed parameter. */
export interface ResolvedRule {
  readonly entry: RuleEntry;
  readonly parameter: unknown;
}

/** The fault of a rule, and its remedy. */
export interface RuleFault {
  readonly wrong: string;
  readonly instead: string;
}

/** Returns the entry of a rule and its parameter, or its fault. */
export function resolveRule(spec: RuleSpec, { rules }: InstalledRules): ResolvedRule | RuleFault {
  const parsed = parseRule(spec);
  const entry = entryOfClass(parsed) ?? rules.get(parsed.name);
  if (!entry) return unregisteredRule(parsed) ?? unknownRule(parsed.name, rules);
  try {
    return { entry, parameter: entry.parameter.read(parsed.parameter, parsed.arguments) };
  } catch (error) {
    if (error instanceof BoundsFault)
      return { wrong: error.message, instead: `${entry.name}:${error.ordered}` };
    if (error instanceof ParameterFault) return parameterFault(spec, entry, error.message);
    throw error;
  }
}

function unknownRule(name: string, rules: InstalledRules['rules']): RuleFault {
  const meant = nearest(name, [...rules.keys()]);
  return {
    wrong: `there is no rule "${name}"`,
    instead: meant ? `"${meant}"` : 'a rule of the catalogue',
  };
}

const parameterFault = (
  spec: RuleSpec,
  { name, parameter }: RuleEntry,
  reason: string,
): RuleFault => ({
  wrong: `the rule "${typeof spec === 'string' ? spec : name}" has a wrong parameter: ${reason || `"${name}" ${parameter.expected}`}`,
  instead: parameter.example === null ? name : `${name}:${parameter.example}`,
});

import { installedRules, type InstalledRules } from './installed-rules.js';
import { resolveRule, type RuleFault } from './resolve-rule.js';
import type { RowSource } from '../entries/rule-context.js';
import type { RuleSpec } from '../entries/rule-types.js';

/** Returns the fault of a rule and its remedy; `undefined` for a valid rule. */
export function findRuleFault(
  spec: RuleSpec,
  installed: InstalledRules = installedRules(),
): RuleFault | undefined {
  const resolved = resolveRule(spec, installed);
  return 'wrong' in resolved ? resolved : undefined;
}

/** Returns the fields that a valid rule names: `required_if:role,admin` names `role`. */
export function siblingsOf(
  spec: RuleSpec,
  installed: InstalledRules = installedRules(),
): readonly string[] {
  const resolved = resolveRule(spec, installed);
  if ('wrong' in resolved) return [];
  return resolved.entry.parameter.siblings?.(resolved.parameter) ?? [];
}

/**
 * Returns where a valid rule looks values up; `null` for the field's own column; `undefined` if it
 * does not look values up.
 */
export function sourceOf(
  spec: RuleSpec,
  installed: InstalledRules = installedRules(),
): RowSource | null | undefined {
  const resolved = resolveRule(spec, installed);
  return 'wrong' in resolved ? undefined : resolved.entry.parameter.source?.(resolved.parameter);
}

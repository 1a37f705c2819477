import { installedRules, type InstalledRules } from './installed-rules.js';
import { resolveRule, type RuleFault } from './resolve-rule.js';
import type { RowSource } from './rule-context.js';
import type { RuleSpec } from './rule-types.js';

/** What is wrong with a rule, and what to write instead; `undefined` for a good one. */
export function findRuleFault(
  spec: RuleSpec,
  installed: InstalledRules = installedRules(),
): RuleFault | undefined {
  const resolved = resolveRule(spec, installed);
  return 'wrong' in resolved ? resolved : undefined;
}

/** The fields that a good rule names: `required_if:role,admin` names `role`. */
export function siblingsOf(
  spec: RuleSpec,
  installed: InstalledRules = installedRules(),
): readonly string[] {
  const resolved = resolveRule(spec, installed);
  if ('wrong' in resolved) return [];
  return resolved.entry.parameter.siblings?.(resolved.parameter) ?? [];
}

/**
 * Where a good rule looks values up; `null`: in the field's own column; `undefined`: it looks
 * nothing up.
 */
export function sourceOf(
  spec: RuleSpec,
  installed: InstalledRules = installedRules(),
): RowSource | null | undefined {
  const resolved = resolveRule(spec, installed);
  return 'wrong' in resolved ? undefined : resolved.entry.parameter.source?.(resolved.parameter);
}

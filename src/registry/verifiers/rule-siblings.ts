import { parseRule } from '../../rules/parse-rule.js';
import type { RuleSpec } from '../../rules/rule-types.js';

/** Rules whose whole parameter is a list of fields. */
const naming: ReadonlySet<string> = new Set([
  ...['required_with', 'required_with_all', 'required_without', 'required_without_all', 'prohibits'],
  ...['exclude_with', 'exclude_without', 'in_array', 'same', 'different'],
]);
/** Rules whose parameter is a field and its values. */
const comparing: ReadonlySet<string> = new Set([
  ...['required_if', 'required_unless', 'prohibited_if', 'prohibited_unless'],
  ...['exclude_if', 'exclude_unless', 'accepted_if', 'declined_if'],
]);

/** The fields that a rule names: `required_if:role,admin` names `role`. */
export function siblingsOf(spec: RuleSpec): readonly string[] {
  const { name, parameter } = parseRule(spec);
  if (!parameter) return [];
  const parts = parameter.split(',');
  if (naming.has(name)) return parts;
  return comparing.has(name) ? parts.slice(0, 1) : [];
}

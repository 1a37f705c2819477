import { oncePer } from '../../base/once-per.js';
import { FieldsCheck } from './check-fields.js';
import type { RuleSource } from '../compile/compile-field.js';
import { compileFields, isConfirmed, type PlacedField } from '../compile/compile-fields.js';
import { confirmationOf } from '../entries/confirmation-of.js';
import { installedRules } from '../compile/installed-rules.js';
import type { RuleSet } from '../entries/rule-context.js';

export type { RuleSource } from '../compile/compile-field.js';
export type { ValueKind } from '../values/value-kind.js';

/**
 * Compiles the rules of fields once, so that checks are cheap. A field is a dotted path; `*` is
 * each item of a list.
 *
 * @throws TypeError for an invalid rule; the verifiers report it at boot
 */
export function compileRules(fields: Readonly<Record<string, RuleSource>>): RuleSet {
  const installed = installedRules();
  const compiled = compileFields(fields, installed);
  const byPath = new Map(compiled.map((field) => [field.path, field]));
  const selected = oncePer((only: ReadonlySet<string>) =>
    compiled.filter((field) => isSelected(field, only)),
  );
  return Object.freeze({
    fields: Object.freeze(Object.keys(fields)),
    confirmations: confirmationsOf(compiled),
    passwords: compiled.filter(asksPassword).map(({ path }) => path),
    check(values, ruleContext, only) {
      const { languages, names } = ruleContext;
      const check = new FieldsCheck(values, ruleContext, byPath, { languages, names, installed });
      const sent = Object.keys(values).filter((name) => !only || only.has(name));
      return check.run(only ? selected(only) : compiled, sent);
    },
  } satisfies RuleSet);
}

const asksPassword = ({ lookups }: PlacedField): boolean =>
  lookups.some(({ entry }) => entry.name === 'current_password');

/** Top-level fields with the rule `confirmed`, and the members that repeat them. */
const confirmationsOf = (fields: readonly PlacedField[]): ReadonlyMap<string, string> =>
  new Map(
    fields
      .filter((field) => field.segments.length === 1 && isConfirmed(field))
      .map(({ path }) => [path, confirmationOf(path)]),
  );

/**
 * Returns whether a field is checked: it or a field above it is selected or, if it is implied, a
 * field below it.
 */
function isSelected(
  { path, segments, isImplied }: PlacedField,
  only: ReadonlySet<string>,
): boolean {
  return (
    segments.some((_segment, index) => only.has(segments.slice(0, index + 1).join('.'))) ||
    (isImplied && [...only].some((selected) => selected.startsWith(`${path}.`)))
  );
}

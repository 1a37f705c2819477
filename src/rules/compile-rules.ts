import { FieldsCheck } from './check-fields.js';
import type { RuleSource } from './compile-field.js';
import { compileFields, type PlacedField } from './compile-fields.js';
import { confirmationsOf } from './confirmations.js';
import { installedRules } from './installed-rules.js';
import type { RuleSet } from './rule-context.js';

export type { RuleSource } from './compile-field.js';
export type { ValueKind } from './value-kind.js';

/**
 * Compiles the rules of fields, once; each check of values is cheap. A field is a dotted path, in
 * which `*` is each item of a list.
 *
 * @throws TypeError for a rule with a fault, which the verifiers tell at boot
 */
export function compileRules(fields: Readonly<Record<string, RuleSource>>): RuleSet {
  const installed = installedRules();
  const compiled = compileFields(fields, installed);
  const byPath = new Map(compiled.map((field) => [field.path, field]));
  return Object.freeze({
    fields: Object.freeze(Object.keys(fields)),
    confirmations: confirmationsOf(compiled),
    check(values, context, only) {
      const wanted = only ? compiled.filter((field) => isAmong(field, only)) : compiled;
      const names = Object.keys(values).filter((name) => !only || only.has(name));
      const check = new FieldsCheck(values, context, byPath, {
        languages: context.languages,
        ...(context.names && { names: context.names }),
        installed,
      });
      return check.run(wanted, names);
    },
  } satisfies RuleSet);
}

/**
 * A field is checked where it, or what it lies in, is asked for; what was implied, also where
 * something in it is.
 */
function isAmong({ path, segments, isImplied }: PlacedField, only: ReadonlySet<string>): boolean {
  const isAsked = segments.some((_segment, index) =>
    only.has(segments.slice(0, index + 1).join('.')),
  );
  return isAsked || (isImplied && [...only].some((asked) => asked.startsWith(`${path}.`)));
}

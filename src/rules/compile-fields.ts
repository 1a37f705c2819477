import { compileField, type CompiledField, type RuleSource } from './compile-field.js';
import type { InstalledRules } from './installed-rules.js';
import type { RuleSpec } from './rule-types.js';

/**
 * A field among others: which of those above it have rules of their own, and which are there for
 * its sake.
 */
export interface PlacedField extends CompiledField {
  /** For each step of its path but the last: does a definition say when that may be absent? */
  readonly declaredSteps: readonly boolean[];
  /** It has no rules of its own, and is there because of the fields below it. */
  readonly isImplied: boolean;
}

/**
 * Fields in the order of definition, each list and object above a nested one before it:
 * `lines.*.qty` says that `lines` is a list, and that its items are objects, whether or not `lines`
 * has rules.
 */
export function compileFields(
  sources: Readonly<Record<string, RuleSource>>,
  installed: InstalledRules,
): readonly PlacedField[] {
  const declared = new Map(Object.entries(sources));
  const above = new Map([...declared.keys()].flatMap(stepsAbove));
  const paths = new Set(
    [...declared.keys()].flatMap((path) => [...stepsAbove(path).map(([step]) => step), path]),
  );
  return [...paths].map((path) => {
    const field = compileField(
      path,
      withImpliedType(declared.get(path), above.get(path), installed),
      installed,
    );
    return Object.freeze({
      ...field,
      declaredSteps: stepsAbove(path).map(([step]) => declared.has(step)),
      isImplied: !declared.has(path),
    });
  });
}

/** `['lines', 'array'], ['lines.*', 'object']` of `lines.*.qty`. */
function stepsAbove(path: string): readonly (readonly [string, RuleSpec])[] {
  const segments = path.split('.');
  return segments.slice(1).map((below, index) => {
    const step = segments.slice(0, index + 1).join('.');
    return [step, below === '*' ? 'array' : 'object'] as const;
  });
}

/** What holds other fields is a list or an object, where its own rules do not say what it is. */
function withImpliedType(
  source: RuleSource | undefined,
  implied: RuleSpec | undefined,
  installed: InstalledRules,
): RuleSource {
  if (!implied) return source ?? { rules: [] };
  if (!source) return { rules: [implied] };
  const declaresType = compileField('', source, installed).types.length > 0;
  return declaresType ? source : { ...source, rules: [...source.rules, implied] };
}

import { compileField, type FieldRules, type RuleSource } from './compile-field.js';
import type { InstalledRules } from './installed-rules.js';
import type { RuleSpec } from '../entries/rule-types.js';

/** A field among others, with its relation to the fields above it. */
export interface PlacedField extends FieldRules {
  /** For each step of its path except the last: whether a definition declares rules for it. */
  readonly declaredSteps: readonly boolean[];
  /** Whether it has no rules of its own, and exists because of the fields below it. */
  readonly isImplied: boolean;
}

/**
 * Compiles fields in the order of definition, with the lists and objects above a nested field
 * before it: `lines.*.qty` implies that `lines` is a list and that its items are objects, even if
 * `lines` has no rules.
 */
/** Whether another member has to repeat the field. */
export const isConfirmed = ({ values }: PlacedField): boolean =>
  values.some(({ entry }) => entry.name === 'confirmed');

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

/** Returns `['lines', 'array'], ['lines.*', 'object']` for `lines.*.qty`. */
function stepsAbove(path: string): readonly (readonly [string, RuleSpec])[] {
  const segments = path.split('.');
  return segments.slice(1).map((below, index) => {
    const step = segments.slice(0, index + 1).join('.');
    return [step, below === '*' ? 'array' : 'object'] as const;
  });
}

/** Adds the type of a field that contains others, unless its own rules set one. */
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

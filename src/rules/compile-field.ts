import type { DateFormat } from './date-format.js';
import { parseInstant } from './instants.js';
import type { InstalledRules } from './installed-rules.js';
import { resolveRule } from './resolve-rule.js';
import type { CheckRule, ExclusionRule, LookupRule, PatternRule, RuleEntry } from './rule-entry.js';
import type { RuleSpec } from './rule-types.js';
import type { ValueKind } from './value-kind.js';

/** The rules of one field, as a definition gives them. */
export interface RuleSource {
  readonly rules: readonly RuleSpec[];
  /** Texts in place of the rules' own, by the rule's name. */
  readonly messages?: Readonly<Record<string, string | undefined>>;
  /**
   * What a value of this field is, whether or not a rule says so: decides what min, max, size...
   * measure.
   */
  readonly kind?: ValueKind;
  /** What is told of refusals that the schema does not say, in place of the rules' own texts. */
  readonly uncovered?: readonly string[];
}

/** A rule with its parameter. */
export interface Ruled<Entry extends RuleEntry = RuleEntry> {
  readonly entry: Entry;
  readonly parameter: unknown;
}

/**
 * A field with its rules in the order of their stages, whatever the order in which they were
 * written.
 */
export interface CompiledField {
  readonly path: string;
  readonly segments: readonly string[];
  readonly kind: ValueKind | null;
  readonly messages: Readonly<Record<string, string | undefined>>;
  readonly uncovered: readonly string[] | null;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
  readonly bails: boolean;
  readonly exclusions: readonly Ruled<ExclusionRule<unknown>>[];
  readonly presence: readonly Ruled<CheckRule<unknown>>[];
  readonly types: readonly Ruled<CheckRule<unknown>>[];
  readonly formats: readonly Ruled<CheckRule<unknown>>[];
  readonly values: readonly Ruled<CheckRule<unknown>>[];
  readonly patterns: readonly Ruled<PatternRule<unknown>>[];
  readonly lookups: readonly Ruled<LookupRule<unknown>>[];
  /** The rules that make something else of a value. */
  readonly readers: readonly Ruled<CheckRule<unknown>>[];
  /** The moment that a value means; `null`: none. */
  readonly instant: (value: unknown) => Date | null;
}

/** The rules that ask something of a value that is there. */
export const valueRulesOf = ({
  types,
  formats,
  values,
  patterns,
  lookups,
}: CompiledField): readonly Ruled[] => [...types, ...formats, ...values, ...patterns, ...lookups];

/** @throws TypeError for a rule with a fault, which the verifiers tell at boot */
export function compileField(
  path: string,
  source: RuleSource,
  installed: InstalledRules,
): CompiledField {
  const ruled = source.rules.map((spec) => resolve(path, spec, installed));
  const at = (stage: RuleEntry['stage']) =>
    ruled.filter(({ entry }) => entry.stage === stage) as Ruled<never>[];
  const has = (name: string) => ruled.some(({ entry }) => entry.name === name);
  const checks: readonly Ruled<CheckRule<unknown>>[] = [
    'presence',
    'type',
    'format',
    'value',
  ].flatMap((stage) => at(stage as RuleEntry['stage']));
  return Object.freeze({
    path,
    segments: path.split('.'),
    kind: kindOf(ruled) ?? source.kind ?? null,
    messages: source.messages ?? {},
    uncovered: source.uncovered ?? null,
    isNullable: has('nullable'),
    isOptional: has('sometimes'),
    bails: has('bail'),
    exclusions: at('exclusion'),
    presence: at('presence'),
    types: at('type'),
    formats: at('format'),
    values: at('value'),
    patterns: at('pattern'),
    lookups: at('lookup'),
    readers: checks.filter(({ entry }) => entry.read),
    instant: instantReader(ruled),
  });
}

function resolve(path: string, spec: RuleSpec, installed: InstalledRules): Ruled {
  const resolved = resolveRule(spec, installed);
  if ('wrong' in resolved)
    throw new TypeError(`${path}: ${resolved.wrong}: write ${resolved.instead}.`);
  return resolved;
}

/**
 * What the rules say that a value is; types say it before formats, and those before what measures.
 */
function kindOf(ruled: readonly Ruled[]): ValueKind | undefined {
  const stages = ['type', 'format', 'pattern', 'value', 'lookup'];
  const said = stages.flatMap((stage) =>
    ruled.filter(({ entry }) => entry.stage === stage && 'kind' in entry),
  );
  return (said[0]?.entry as { kind?: ValueKind } | undefined)?.kind;
}

function instantReader(ruled: readonly Ruled[]): CompiledField['instant'] {
  const formatted = ruled.find(({ entry }) => entry.name === 'date_format');
  return formatted ? (formatted.parameter as DateFormat).parse : parseInstant;
}

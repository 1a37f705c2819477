import type { DateFormat } from '../values/date-format.js';
import { parseInstant } from '../values/instants.js';
import type { InstalledRules } from './installed-rules.js';
import { resolveRule } from './resolve-rule.js';
import type {
  CheckRule,
  ExclusionRule,
  LookupRule,
  PatternRule,
  RuleEntry,
} from '../entries/rule-entry.js';
import type { RuleSpec } from '../entries/rule-types.js';
import type { ValueKind } from '../values/value-kind.js';

/** The rules of one field, as a definition declares them. */
export interface RuleSource {
  readonly rules: readonly RuleSpec[];
  /** Messages that replace the rules' own, by rule name. */
  readonly messages?: Readonly<Record<string, string | undefined>>;
  /**
   * The kind of the field's values if no rule sets it. It decides what min, max, size and so on
   * measure.
   */
  readonly kind?: ValueKind;
  /** Descriptions of constraints that the schema cannot express, in place of the rules' messages. */
  readonly uncovered?: readonly string[];
}

/** A rule with its parameter. */
export interface Ruled<Entry extends RuleEntry = RuleEntry> {
  readonly entry: Entry;
  readonly parameter: unknown;
}

/**
 * A field with its rules grouped by stage, independent of the order in which they were declared.
 */
export interface FieldRules {
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
  /** The rules that convert the value. */
  readonly readers: readonly Ruled<CheckRule<unknown>>[];
  /** Parses a value as a date; `null` if it is not one. */
  readonly instant: (value: unknown) => Date | null;
}

/** Returns the rules about a value that is present. */
export const valueRulesOf = ({
  types,
  formats,
  values,
  patterns,
  lookups,
}: FieldRules): readonly Ruled[] => [...types, ...formats, ...values, ...patterns, ...lookups];

/** @throws TypeError for an invalid rule; the verifiers report it at boot */
export function compileField(
  path: string,
  source: RuleSource,
  installed: InstalledRules,
): FieldRules {
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
 * Returns the kind of value that the rules imply. Types take precedence over formats, and formats
 * over measuring rules.
 */
function kindOf(ruled: readonly Ruled[]): ValueKind | undefined {
  const stages = ['type', 'format', 'pattern', 'value', 'lookup'];
  const withKind = stages.flatMap((stage) =>
    ruled.filter(({ entry }) => entry.stage === stage && 'kind' in entry),
  );
  return (withKind[0]?.entry as { kind?: ValueKind } | undefined)?.kind;
}

function instantReader(ruled: readonly Ruled[]): FieldRules['instant'] {
  const formatted = ruled.find(({ entry }) => entry.name === 'date_format');
  return formatted ? (formatted.parameter as DateFormat).parse : parseInstant;
}

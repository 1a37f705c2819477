import { listed } from '../../base/listed.js';
import type { DerivedRule, FieldOptions, MatchType } from '../../definition/contracts/options.js';
import { parseRule } from '../../rules/entries/parse-rule.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type { CompiledColumn, ValueType } from './compiled-resource.js';

const typeRules: Readonly<Partial<Record<ValueType, RuleSpec & DerivedRule>>> = {
  integer: 'integer',
  float: 'numeric',
  text: 'string',
  uuid: 'uuid',
  boolean: 'boolean',
  datetime: 'date',
  date: 'date',
  time: 'string',
};

/** Rules that bound a number: one of them replaces the range of the column. */
const bounds = /^(between|min|max|size|gte?|lte?|in|enum|(min_|max_)?digits(_between)?)$/;
/** Rules that decide whether a field must be sent: one of them replaces `required`. */
const presence =
  /^(required|present|filled|sometimes|missing|prohibited|accepted|declined|exclude)(_|$)/;
/** Rules that refuse null by themselves. */
const refusesNull = /^(required|filled|accepted|declined)$/;

const namesOf = (rules: readonly RuleSpec[]): readonly string[] =>
  rules.map((rule) => parseRule(rule).name);

/**
 * Returns the rules on a value that its column adds to declared ones: its type, its length, its
 * range and its labels. A declared rule of the same kind replaces the derived one. Keys have no
 * such rules, since their form is checked as everywhere. Neither have decimals and bigints: they are
 * strings, whose digits the column checks.
 */
export function deriveValueRules(
  column: CompiledColumn,
  declared: readonly RuleSpec[],
): readonly RuleSpec[] {
  if (column.holdsKey) return [];
  const names = namesOf(declared);
  const { length, labels, range } = column;
  const type = typeRules[column.type];
  const derived: RuleSpec[] = [];
  if (type !== undefined && !names.includes(type)) derived.push(type);
  if (length !== null && !names.includes('max')) derived.push(`max:${length}`);
  if (column.type === 'integer' && range && !names.some((name) => bounds.test(name)))
    derived.push(`between:${range.join(',')}` as RuleSpec);
  if (labels && column.type === 'text' && !names.includes('in') && !names.includes('enum'))
    derived.push({ name: 'in', arguments: labels });
  return derived;
}

/**
 * Returns the messages of derived rules whose own messages say less than the column knows: the
 * values of an enumeration, and that a missing list is required.
 */
export function derivedMessages(derived: readonly RuleSpec[]): Readonly<Record<string, string>> {
  const labels = derived.find((rule) => typeof rule !== 'string' && rule.name === 'in');
  return {
    ...(typeof labels === 'object' && {
      in: `The :attribute field must be one of: ${listed(labels.arguments)}.`,
    }),
    ...(derived.includes('present') && { present: 'The :attribute field is required.' }),
  };
}

/** Returns whether the declared rules leave it to the column whether null is allowed. */
export const allowsNull = (column: CompiledColumn, declared: readonly RuleSpec[]): boolean =>
  column.nullable &&
  !namesOf(declared).some((name) => name === 'nullable' || refusesNull.test(name));

/**
 * Returns the rule by which a column without null requires its field, or none. It requires nothing
 * if something else sets the column: a default, a hook, or the field's own options. A caller's
 * right to write (`canWrite`) and an uploaded file do not make every PUT repeat the value.
 */
export function derivePresence(
  column: CompiledColumn,
  { rules = [], storingRules = [], ...options }: FieldOptions,
  hasStoringHook: boolean,
): readonly RuleSpec[] {
  if (column.nullable || column.filledBy !== null || hasStoringHook) return [];
  if (options.default || options.canWrite || options.image) return [];
  if (namesOf([...rules, ...storingRules]).some((name) => presence.test(name))) return [];
  return [column.type === 'json' ? 'present' : 'required'];
}

/** Returns the match type of a column; `null` where it cannot be matched. @contract C5.6 */
export const matchTypeOf = ({ type }: Pick<CompiledColumn, 'type'>): MatchType | null =>
  matchTypes[type] ?? null;

const matchTypes: Readonly<Partial<Record<ValueType, MatchType>>> = {
  integer: 'number',
  bigint: 'number',
  decimal: 'number',
  float: 'number',
  text: 'text',
  uuid: 'text',
  boolean: 'boolean',
  datetime: 'datetime',
  date: 'datetime',
};

import { listed } from '../../base/listed.js';
import { canonical } from '../values/canonical.js';
import { compareDecimals, decimalOf } from '../values/decimals.js';
import { exactly, inexact, type JsonSchema, type SchemaPart } from '../../base/json-schema.js';
import { list, none, sibling, strings } from '../entries/parameters.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';
import { isRecord, type ValueKind } from '../values/value-kind.js';

type Members = readonly (string | number)[];

/** Returns the members of a rule, as numbers if the field is numeric. */
const membersOf = (members: Members, kind: ValueKind | null): Members =>
  kind === 'number'
    ? members.map((member) => (isNumeric(member) ? Number(member) : member))
    : members;

const isNumeric = (member: string | number): boolean =>
  typeof member === 'number' || /^-?\d+(\.\d+)?$/.test(member);

/** Numbers in strings are compared as numbers: `"0.90"` equals 0.9. */
function isMember(value: unknown, members: Members, kind: ValueKind | null): boolean {
  const decimal = kind === 'number' ? decimalOf(value) : null;
  if (!decimal) return members.some((member) => member === value);
  return members
    .map(decimalOf)
    .some((member) => member !== null && compareDecimals(member, decimal) === 0);
}

/** Returns whether the value is a member; for a list, whether all its items are. */
const isIn = (value: unknown, members: Members, kind: ValueKind | null): boolean =>
  kind === 'array' && Array.isArray(value)
    ? value.every((item) => isMember(item, members, null))
    : isMember(value, members, kind);

const isOutside = (value: unknown, members: Members, kind: ValueKind | null): boolean =>
  kind === 'array' && Array.isArray(value)
    ? value.every((item) => !isMember(item, members, null))
    : !isMember(value, members, kind);

const inSchema = (members: Members, kind: ValueKind | null): SchemaPart => {
  const values = [...new Set(membersOf(members, kind === 'array' ? null : kind))];
  const [type, ...otherTypes] = new Set(values.map((value) => typeof value));
  const schema: JsonSchema = { ...(otherTypes.length === 0 && { type }), enum: values };
  return exactly(kind === 'array' ? { items: schema } : schema);
};
const notInSchema = (members: Members, kind: ValueKind | null): SchemaPart => {
  const schema: JsonSchema = { not: { enum: [...new Set(membersOf(members, kind))] } };
  return exactly(kind === 'array' ? { items: schema } : schema);
};

const shown = (members: Members) => ({ values: listed(members) });

/** Rules about membership in lists, and about the items of lists. */
export const listRules: readonly RuleEntry[] = [
  defineRule<Members>({
    name: 'in',
    stage: 'value',
    parameter: list,
    description:
      'Is one of the values; for a list, each item is. Use `oneOf([...])` for numbers and strings with commas.',
    placeholders: shown,
    check: (value, members, { kind }) => isIn(value, members, kind),
    schema: inSchema,
  }),
  defineRule<Members>({
    name: 'not_in',
    stage: 'value',
    parameter: list,
    description: 'Is not one of the values; for a list, no item is.',
    placeholders: shown,
    check: (value, members, { kind }) => isOutside(value, members, kind),
    schema: notInSchema,
  }),
  defineRule<Members>({
    name: 'enum',
    stage: 'value',
    parameter: list,
    description: 'Is one of the values. Use `enumOf(Status)` for those of an enum.',
    placeholders: shown,
    check: (value, members, { kind }) => isIn(value, members, kind),
    schema: inSchema,
  }),
  defineRule<string>({
    name: 'in_array',
    stage: 'value',
    parameter: sibling,
    description: 'Is an item of the list in another field.',
    placeholders: (other) => ({ other }),
    check: (value, path, facts) => facts.isListed(value, path),
    schema: () => inexact(),
  }),
  defineRule<null>({
    name: 'distinct',
    stage: 'value',
    parameter: none,
    description:
      'Is a list without duplicates. On an item (`tags.*`): no other item of the list is equal.',
    check: (value, _parameter, facts) =>
      Array.isArray(value) && !/\.\d+(\.|$)/.test(facts.path)
        ? new Set(value.map(canonical)).size === value.length
        : facts.occurrences(value) <= 1,
    schema: (_parameter, kind) => inexact(kind === 'array' ? { uniqueItems: true } : {}),
  }),
  defineRule<Members>({
    name: 'contains',
    stage: 'value',
    kind: 'array',
    parameter: list,
    description: 'Is a list that contains all of the values.',
    placeholders: shown,
    check: (value, members) =>
      Array.isArray(value) && members.every((member) => value.includes(member)),
    schema: (members) =>
      exactly({ type: 'array', allOf: members.map((member) => ({ contains: { const: member } })) }),
  }),
  defineRule<Members>({
    name: 'doesnt_contain',
    stage: 'value',
    kind: 'array',
    parameter: list,
    description: 'Is a list that does not contain any of the values.',
    placeholders: shown,
    check: (value, members) =>
      Array.isArray(value) && !members.some((member) => value.includes(member)),
    schema: (members) =>
      exactly({ type: 'array', items: { not: { enum: [...new Set(members)] } } }),
  }),
  defineRule<readonly string[]>({
    name: 'required_array_keys',
    stage: 'value',
    kind: 'object',
    parameter: strings,
    description: 'Is an object that has all of the keys.',
    placeholders: (keys) => ({ values: keys.join(', ') }),
    check: (value, keys) => isRecord(value) && keys.every((key) => Object.hasOwn(value, key)),
    schema: (keys) =>
      exactly({
        type: 'object',
        properties: Object.fromEntries(keys.map((key) => [key, {}])),
        required: [...new Set(keys)],
      }),
  }),
];

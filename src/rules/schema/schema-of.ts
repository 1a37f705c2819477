import { valueRulesOf, type Ruled, type RuleSource } from '../compile/compile-field.js';
import { compileFields, isConfirmed, type PlacedField } from '../compile/compile-fields.js';
import { confirmationOf } from '../entries/confirmation-of.js';
import { installedRules } from '../compile/installed-rules.js';
import { inexact, type JsonSchema, type SchemaPart } from '../../base/json-schema.js';
import { mergeSchemas, notNull, orNull } from './merge-schemas.js';
import { describeUncoveredRules } from './describe-uncovered-rules.js';
import { partOf } from '../entries/rule-entry.js';
import type { ValueKind } from '../values/value-kind.js';

/**
 * Returns the rules of a payload as JSON Schema 2020-12: an object with a property for each field,
 * and nested fields as objects and lists. It accepts everything that the rules accept; `format` is
 * an annotation, as in that draft. The field's `description` contains the messages of rules that
 * the schema cannot express.
 */
export const schemaOf = (fields: Readonly<Record<string, RuleSource>>): JsonSchema =>
  compileSchema(fields).schema;

/**
 * Returns the same with whether it is exact: it refuses everything that the rules refuse, except
 * strings that cannot be stored.
 */
export function compileSchema(fields: Readonly<Record<string, RuleSource>>): SchemaPart {
  const compiled = compileFields(fields, installedRules());
  const top = compiled.filter(({ segments }) => segments.length === 1);
  return membersOf(top, compiled);
}

/** Returns the schema of an object of fields. */
function membersOf(members: readonly PlacedField[], all: readonly PlacedField[]): SchemaPart {
  const own = members.map((field) => [field.segments.at(-1)!, fieldSchema(field, all)] as const);
  const parts = [...members.flatMap(confirmationPart), ...own];
  const required = members
    .filter((field) => isRequired(field, all))
    .map(({ segments }) => segments.at(-1)!);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(parts.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 && { required }),
    },
    exact: parts.every(([, { exact }]) => exact),
  };
}

/**
 * The member that `confirmed` compares with need not be declared. If it is, its own rules apply.
 */
const confirmationPart = (field: PlacedField): readonly (readonly [string, SchemaPart])[] => {
  const name = field.segments.at(-1)!;
  return isConfirmed(field)
    ? [[confirmationOf(name), inexact({ description: `Repeats ${name}.` })]]
    : [];
};

const requiring: ReadonlySet<string> = new Set(['required', 'present', 'accepted', 'declined']);

/** An implied field is required if one of its members is. */
function isRequired(field: PlacedField, all: readonly PlacedField[]): boolean {
  if (field.isOptional || field.exclusions.length > 0) return false;
  if (field.presence.some(({ entry }) => requiring.has(entry.name))) return true;
  return (
    field.isImplied &&
    childrenOf(field, all).some((child) => child.segments.at(-1) !== '*' && isRequired(child, all))
  );
}

const childrenOf = (
  { path, segments }: PlacedField,
  all: readonly PlacedField[],
): readonly PlacedField[] =>
  all.filter(
    (field) => field.segments.length === segments.length + 1 && field.path.startsWith(`${path}.`),
  );

function fieldSchema(field: PlacedField, all: readonly PlacedField[]): SchemaPart {
  const { schema, exact } = field.exclusions.length > 0 ? inexact() : statedSchema(field, all);
  return { schema: mergeSchemas(schema, describeUncoveredRules(field)), exact };
}

function statedSchema(field: PlacedField, all: readonly PlacedField[]): SchemaPart {
  const presence = joined(field.presence.map((rule) => partOf(rule, field.kind)));
  const value = joined([...valueParts(field), ...nestedParts(field, all)]);
  const refusesNull = field.presence.some(
    ({ entry }) => entry.name === 'required' || entry.name === 'filled',
  );
  const accepted = refusesNull ? notNull(value.schema) : withNull(field, value.schema);
  const stated = mergeSchemas(aboutTypeOf(accepted, presence.schema), accepted);
  return { schema: stated, exact: presence.exact && value.exact };
}

const typesOfKeywords: Readonly<Record<string, string>> = { pattern: 'string', minItems: 'array' };

/** Keywords about presence apply to strings and lists; a number does not need them. */
function aboutTypeOf({ type }: JsonSchema, presence: JsonSchema): JsonSchema {
  if (type === undefined || presence.type !== undefined) return presence;
  const types = [type].flat();
  const isRelevant = (keyword: string) =>
    !(keyword in typesOfKeywords) || types.includes(typesOfKeywords[keyword]!);
  return Object.fromEntries(Object.entries(presence).filter(([keyword]) => isRelevant(keyword)));
}

/**
 * Returns the schemas of the field's rules about values, not presence. If none of them has a type,
 * the field's kind adds it.
 */
function valueParts(field: PlacedField): readonly SchemaPart[] {
  const rules: readonly Ruled[] = valueRulesOf(field);
  const parts = rules.map((rule) => partOf(rule, field.kind));
  const isTyped = parts.some(({ schema }) => 'type' in schema || 'enum' in schema);
  return isTyped || !field.kind ? parts : [...parts, inexact(kindSchemas[field.kind])];
}

const kindSchemas: Readonly<Record<ValueKind, JsonSchema>> = {
  string: { type: 'string' },
  number: { type: ['number', 'string'] },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  array: { type: 'array' },
  object: { type: 'object' },
  file: {},
};

function nestedParts(field: PlacedField, all: readonly PlacedField[]): readonly SchemaPart[] {
  const children = childrenOf(field, all);
  const items = children.filter(({ segments }) => segments.at(-1) === '*');
  const members = children.filter(({ segments }) => segments.at(-1) !== '*');
  return [
    ...items.map((item) => {
      const { schema, exact } = fieldSchema(item, all);
      return { schema: { items: schema }, exact };
    }),
    ...(members.length > 0 ? [membersOf(members, all)] : []),
  ];
}

const joined = (parts: readonly SchemaPart[]): SchemaPart => ({
  schema: parts.reduce<JsonSchema>((so, { schema }) => mergeSchemas(so, schema), {}),
  exact: parts.every(({ exact }) => exact),
});

/** Null is valid if a rule allows it, and if no rule is about the value. */
function withNull(field: PlacedField, schema: JsonSchema): JsonSchema {
  if (field.isNullable) return Object.keys(schema).length === 0 ? schema : orNull(schema);
  return valueRulesOf(field).length > 0 ? notNull(schema) : schema;
}

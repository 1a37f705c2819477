import type { JsonSchema } from '../../../base/json-schema.js';
import { payloadMembers } from '../../../pipeline/describing/payload-members.js';
import type { MemberSchemas } from '../../../pipeline/validation/body-schema.js';
import type { PayloadRules } from '../../../rules/check/payload-rules.js';

/** Keywords that apply to one type; the others are written next to the alternatives. */
const keywordTypes: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  boolean: [],
  null: [],
};

const ofType = (type: string): JsonSchema => ({ type });
const scalars = ['string', 'number', 'boolean'].map(ofType);
/** A list without `items` is refused by many clients. The items of inner lists are not described. */
const anyItem: JsonSchema = { anyOf: [...scalars, ofType('object'), ofType('null')] };
const anyList: JsonSchema = { type: 'array', items: anyItem };

/** Any value, written out: clients treat an empty schema as a mistake. */
const anyValue: JsonSchema = {
  anyOf: [...scalars, anyList, ofType('object'), ofType('null')],
};

/**
 * Returns the same schema in the form that MCP clients accept: one type per schema, alternatives in
 * `anyOf`, each with its own members of an `enum`, lists with `items`, and no additional members in
 * objects.
 */
export function clientSchema(schema: JsonSchema): JsonSchema {
  const { type, enum: members } = schema as { type?: string | string[]; enum?: unknown[] };
  if (Object.keys(schema).every((keyword) => keyword === 'description'))
    return { ...schema, ...anyValue };
  if (members && type === undefined)
    return clientSchema({ ...schema, type: [...new Set(members.map(typeOf))] });
  if (Array.isArray(type)) return clientSchema(alternatives(schema, type));
  const keywords = Object.entries(schema).map(
    ([keyword, value]) => [keyword, inner(keyword, value)] as const,
  );
  const isClosed = type === 'object' && 'properties' in schema;
  return {
    ...(type === 'array' && { items: anyItem }),
    ...Object.fromEntries(keywords),
    ...(isClosed && { additionalProperties: false }),
  };
}

/** Returns the schemas of a payload's members in that form. */
export function clientPayload(options: PayloadRules): MemberSchemas {
  const { properties, required } = payloadMembers(options);
  const members = Object.entries(properties).map(([name, schema]) => [name, clientSchema(schema)]);
  return { properties: Object.fromEntries(members) as MemberSchemas['properties'], required };
}

function alternatives(schema: JsonSchema, types: readonly string[]): JsonSchema {
  const { type: _types, anyOf: existing, allOf = [], ...keywords } = schema as Combined;
  const isBeside = (keyword: string) => keyword !== 'enum' && !types.some(isKeywordOf(keyword));
  const isOfOneType = (part: JsonSchema) => types.some((type) => appliesTo(type, part));
  const beside = [
    ...allOf.filter((part) => !isOfOneType(part)),
    // Existing alternatives must match as well.
    ...(existing === undefined ? [] : [{ anyOf: existing }]),
  ];
  const anyOf = types.flatMap((type) => {
    const members = membersOf(schema, type);
    if (members?.length === 0) return [];
    const own = allOf.filter((part) => appliesTo(type, part)).map((part) => ({ type, ...part }));
    return [
      withParts(own, {
        type,
        ...(members && type !== 'null' && { enum: members }),
        ...chosen(keywords, (keyword) => isKeywordOf(keyword)(type)),
      }),
    ];
  });
  const [only] = anyOf as readonly Combined[];
  const others = chosen(keywords, isBeside);
  if (only && anyOf.length === 1)
    return withParts([...beside, ...(only.allOf ?? [])], { ...others, ...only });
  return withParts(beside, { ...others, anyOf });
}

interface Combined extends JsonSchema {
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

const isKeywordOf = (keyword: string) => (type: string) =>
  keywordTypes[type]?.includes(keyword) === true;

const appliesTo = (type: string, part: JsonSchema): boolean =>
  Object.keys(part).every((keyword) => isKeywordOf(keyword)(type));

const chosen = (schema: JsonSchema, isWanted: (keyword: string) => boolean): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => isWanted(keyword)));

const withParts = (allOf: readonly JsonSchema[], schema: JsonSchema): JsonSchema =>
  allOf.length > 0 ? { ...schema, allOf } : schema;

/** Returns the members of an `enum` that are of a type; `undefined` without an `enum`. */
const membersOf = ({ enum: members }: JsonSchema, type: string): unknown[] | undefined =>
  (members as unknown[] | undefined)?.filter(
    (member) => typeOf(member) === type || (type === 'integer' && Number.isInteger(member)),
  );

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function inner(keyword: string, value: unknown): unknown {
  if (keyword === 'properties')
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, JsonSchema>>).map(([name, each]) => [
        name,
        clientSchema(each),
      ]),
    );
  if (keyword === 'items' || keyword === 'not') return clientSchema(value as JsonSchema);
  if (keyword === 'anyOf' || keyword === 'allOf')
    return (value as readonly JsonSchema[]).map(clientSchema);
  return value;
}

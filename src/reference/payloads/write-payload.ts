import { isWritten, type WriteOperation } from '../../authorization/authorize-write.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
} from '../../registry/compiled-resource.js';
import { mergeSchemas } from '../../rules/merge-schemas.js';
import { bodySchemas } from '../../validation/body-schema.js';
import { rulesOf } from '../../validation/resource-rules.js';
import { relationsBy } from '../../validation/write-body.js';
import type { Schema } from '../open-api.js';
import { described } from '../schemas/objects.js';
import { keySchema } from '../schemas/keys.js';
import { withItems, type RuledObject } from '../schemas/ruled.js';
import { imagePart, inJson, withDerivedRules } from './values.js';

/** The format of the body of a write, and its required fields. */
export interface PayloadForm {
  readonly operation: WriteOperation;
  /** Whether every writable field is validated; PATCH validates only those that are sent. @contract C4.1 */
  readonly whole: boolean;
  /** Whether it is a form, with images as files; otherwise it is JSON. */
  readonly isForm: boolean;
}

/**
 * A member of the body: its schema, and whether it is required under this name or one of the
 * aliases.
 */
interface Member {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly schema: Schema;
  readonly required: boolean;
}

/**
 * Returns the body of a store or an update, by the rules of its fields. Other members are ignored.
 */
export function writePayload(resource: CompiledResource, form: PayloadForm): Schema {
  const ruled = withItems(bodySchemas(resource, form.operation)) as RuledObject;
  const declared = [...fieldMembers(resource, form, ruled), ...inputMembers(resource, ruled)];
  const members = [...declared, ...confirmationMembers(resource, form, declared, ruled)];
  return objectOf(
    members.map((member) => ({ ...member, required: form.whole && member.required })),
  );
}

const fieldMembers = (
  resource: CompiledResource,
  form: PayloadForm,
  { properties, required = [] }: RuledObject,
): readonly Member[] =>
  [...resource.fields.values()]
    .filter((field) => isWritten(field, resource, form.operation))
    .map((field) => ({
      name: field.name,
      aliases: relationsBy(field.column, resource),
      schema: valueSchema(field, properties[field.name]!, form),
      required:
        !field.options.canWrite &&
        !field.options.canSee &&
        (required.includes(field.name) || isLacking(field, resource, form)),
    }));

const inputMembers = (
  { inputs }: CompiledResource,
  { properties, required = [] }: RuledObject,
): readonly Member[] =>
  [...inputs.values()].map(({ name, options }) => ({
    name,
    aliases: [],
    schema: options.canSee ? described(properties[name]!, UNSEEN) : properties[name]!,
    required: !options.appliesTo && !options.canSee && required.includes(name),
  }));

/** The members that repeat a field with the rule `confirmed` and are not declared themselves. */
function confirmationMembers(
  resource: CompiledResource,
  { operation }: PayloadForm,
  declared: readonly Member[],
  { properties }: RuledObject,
): readonly Member[] {
  const names = new Set(declared.map(({ name }) => name));
  return [...rulesOf(resource)[operation].confirmations]
    .filter(([field, name]) => names.has(field) && !names.has(name))
    .map(([, name]) => ({ name, aliases: [], schema: properties[name]!, required: false }));
}

/** A column without a default or a generated value must be sent to store a record. @contract C4.2 */
const isLacking = (
  { column, options }: CompiledField,
  { hooks }: CompiledResource,
  { operation }: PayloadForm,
): boolean =>
  operation === 'store' &&
  !column.nullable &&
  column.filledBy === null &&
  !options.default &&
  !hooks.storing;

function valueSchema(
  { column, options, derived }: CompiledField,
  ruled: Schema,
  { isForm }: PayloadForm,
): Schema {
  const value = options.image ? (isForm ? imagePart : inJson(column)) : storable(column, ruled);
  const schema = withDerivedRules(value, derived);
  if (options.canSee) return described(schema, UNSEEN);
  return options.canWrite ? described(schema, 'Ignored, unless the caller may write it.') : schema;
}

const UNSEEN = 'Ignored, unless the caller may see it.';

/** A key is a string or an integer, regardless of its column. @contract C1.3 */
const storable = (column: CompiledColumn, ruled: Schema): Schema =>
  column.holdsKey ? mergeSchemas(ruled, keySchema(column)) : ruled;

/** `user_id` may also be sent under the name of its relation, `user`. */
function objectOf(members: readonly Member[]): Schema {
  const needed = members.filter(({ required }) => required);
  const names = needed.filter(({ aliases }) => aliases.length === 0).map(({ name }) => name);
  const either = needed.filter(({ aliases }) => aliases.length > 0);
  const properties = members.flatMap(({ name, aliases, schema }) => [
    [name, schema],
    ...aliases.map((alias) => [
      alias,
      described(schema, `Another name of \`${name}\`; if both are sent, they must agree.`),
    ]),
  ]);
  return {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: Object.fromEntries(properties) as Schema,
    ...(either.length > 0 && {
      allOf: either.map(({ name, aliases }) => ({
        anyOf: [name, ...aliases].map((each) => ({ required: [each] })),
      })),
    }),
  };
}

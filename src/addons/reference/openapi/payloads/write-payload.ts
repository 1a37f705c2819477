import {
  isWritten,
  type WriteOperation,
} from '../../../../pipeline/authorization/authorize-write.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
} from '../../../../registry/resources/compiled-resource.js';
import { mergeSchemas } from '../../../../rules/schema/merge-schemas.js';
import type { RuleSpec } from '../../../../rules/entries/rule-types.js';
import { bodySchemas } from '../../../../pipeline/validation/body-schema.js';
import { rulesOf } from '../../../../pipeline/validation/resource-rules.js';
import { relationsBy } from '../../../../pipeline/validation/write-body.js';
import type { Schema } from '../document/open-api.js';
import { described } from '../schemas/objects.js';
import { keySchema } from '../schemas/keys.js';
import { withItems, type RuledObject } from '../schemas/ruled.js';
import { imagePart, inJson, withDerivedRules } from '../schemas/values.js';

/** The format of the body of a write, and its required fields. */
export interface PayloadForm {
  readonly operation: WriteOperation;
  /** Whether every writable field is validated; PATCH validates only those that are sent. @contract C4.1 */
  readonly whole: boolean;
  /** Whether it is a form, with images as files; otherwise it is JSON. */
  readonly isForm: boolean;
}

/** A member of the body, for a caller who may write it. */
export interface PayloadMember {
  readonly name: string;
  /** Other names under which it can be sent: those of its relations. */
  readonly aliases: readonly string[];
  readonly schema: Schema;
  /** Whether a whole body contains it, under its name or an alias. */
  readonly required: boolean;
  /** The rules that its column implies. */
  readonly derived: readonly RuleSpec[];
  /** For which callers it is ignored; `null` if it is never ignored. */
  readonly ignored: string | null;
  /** Whether it belongs to some requests only. */
  readonly conditional: boolean;
}

/**
 * Returns the body of a store or an update, by the rules of its fields. Other members are ignored.
 */
export function writePayload(resource: CompiledResource, form: PayloadForm): Schema {
  return objectOf(payloadMembers(resource, form).map((member) => forAnyCaller(member, form)));
}

/** Returns the members of the body of a store or an update. */
export function payloadMembers(
  resource: CompiledResource,
  form: PayloadForm,
): readonly PayloadMember[] {
  const ruled = withItems(bodySchemas(resource, form.operation)) as RuledObject;
  const declared = [...fieldMembers(resource, form, ruled), ...inputMembers(resource, ruled)];
  return [...declared, ...confirmationMembers(resource, form, declared, ruled)];
}

function forAnyCaller(member: PayloadMember, { whole }: PayloadForm): PayloadMember {
  const { ignored, conditional, derived } = member;
  const schema = withDerivedRules(member.schema, derived);
  return {
    ...member,
    schema: ignored === null ? schema : described(schema, ignored),
    required: whole && member.required && ignored === null && !conditional,
  };
}

const fieldMembers = (
  resource: CompiledResource,
  form: PayloadForm,
  { properties, required = [] }: RuledObject,
): readonly PayloadMember[] =>
  [...resource.fields.values()]
    .filter((field) => isWritten(field, resource, form.operation))
    .map((field) => ({
      name: field.name,
      aliases: relationsBy(field.column, resource),
      schema: valueSchema(field, properties[field.name]!, form),
      required: required.includes(field.name) || isLacking(field, resource, form),
      derived: field.derived,
      ignored: field.options.canSee ? UNSEEN : field.options.canWrite ? UNWRITABLE : null,
      conditional: false,
    }));

const inputMembers = (
  { inputs }: CompiledResource,
  { properties, required = [] }: RuledObject,
): readonly PayloadMember[] =>
  [...inputs.values()].map(({ name, options }) => ({
    name,
    aliases: [],
    schema: properties[name]!,
    required: required.includes(name),
    derived: [],
    ignored: options.canSee ? UNSEEN : null,
    conditional: options.appliesTo !== undefined,
  }));

/** The members that repeat a field with the rule `confirmed` and are not declared themselves. */
function confirmationMembers(
  resource: CompiledResource,
  { operation }: PayloadForm,
  declared: readonly PayloadMember[],
  { properties }: RuledObject,
): readonly PayloadMember[] {
  const names = new Set(declared.map(({ name }) => name));
  return [...rulesOf(resource)[operation].confirmations]
    .filter(([field, name]) => names.has(field) && !names.has(name))
    .map(([, name]) => ({
      name,
      aliases: [],
      schema: properties[name]!,
      required: false,
      derived: [],
      ignored: null,
      conditional: false,
    }));
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

const valueSchema = (
  { column, options }: CompiledField,
  ruled: Schema,
  { isForm }: PayloadForm,
): Schema => (options.image ? (isForm ? imagePart : inJson(column)) : storable(column, ruled));

const UNSEEN = 'Ignored, unless the caller may see it.';
const UNWRITABLE = 'Ignored, unless the caller may write it.';

/** A key is a string or an integer, regardless of its column. @contract C1.3 */
const storable = (column: CompiledColumn, ruled: Schema): Schema =>
  column.holdsKey ? mergeSchemas(ruled, keySchema(column)) : ruled;

/** `user_id` may also be sent under the name of its relation, `user`. */
function objectOf(members: readonly PayloadMember[]): Schema {
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

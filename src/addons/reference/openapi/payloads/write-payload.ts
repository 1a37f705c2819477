import type { WriteOperation } from '../../../../pipeline/authorization/authorize-write.js';
import {
  writtenMembers,
  type WrittenMember,
} from '../../../../pipeline/describing/written-members.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { optionsNamed, withDeprecation } from '../../../../registry/resources/deprecation.js';
import type { Schema } from '../document/open-api.js';
import { described } from '../schemas/objects.js';
import { withItems } from '../schemas/ruled.js';
import { imagePart, inJson, withDerivedRules } from '../schemas/values.js';

/** The format of the body of a write, and its required fields. */
interface PayloadForm {
  readonly operation: WriteOperation;
  /** Whether every writable field is validated; PATCH validates only those that are sent. @contract C4.1 */
  readonly whole: boolean;
  /** Whether it is a form, with images as files; otherwise it is JSON. */
  readonly isForm: boolean;
}

/** The bodies of writes, by the names of their components. */
export const writeForms = {
  store: { operation: 'store', whole: true, isForm: false },
  'store-form': { operation: 'store', whole: true, isForm: true },
  update: { operation: 'update', whole: true, isForm: false },
  patch: { operation: 'update', whole: false, isForm: false },
  'patch-form': { operation: 'update', whole: false, isForm: true },
} as const satisfies Readonly<Record<string, PayloadForm>>;

export type WriteForm = keyof typeof writeForms;

/** A member of a body, described for any caller. */
type Property = Pick<WrittenMember, 'name' | 'aliases' | 'required'> & { readonly schema: Schema };

const ignored: Readonly<Record<NonNullable<WrittenMember['only']>, string>> = {
  seeing: 'Ignored, unless the caller may see it.',
  writing: 'Ignored, unless the caller may write it.',
};

/**
 * Returns the body of a store or an update, by the rules of its fields. Other members are ignored.
 */
export const writePayload = (resource: CompiledResource, form: PayloadForm): Schema =>
  objectOf(
    resource,
    writtenMembers(resource, form.operation).map((member) => forAnyCaller(member, form)),
  );

/**
 * Returns the name of each body. Bodies with the same members have one name: a form without files is
 * the same as JSON, and an update with the rules of a store the same as a store.
 */
export function payloadNames(resource: CompiledResource): Readonly<Record<WriteForm, WriteForm>> {
  const names = new Map<string, WriteForm>();
  const entries = (Object.keys(writeForms) as WriteForm[]).map((form) => {
    const text = JSON.stringify(writePayload(resource, writeForms[form]));
    const name = names.get(text) ?? form;
    names.set(text, name);
    return [form, name] as const;
  });
  return Object.fromEntries(entries) as Record<WriteForm, WriteForm>;
}

/** Returns the schema of a member's value in JSON or in a form. */
export function writtenValue({ schema, column, isImage }: WrittenMember, isForm: boolean): Schema {
  if (isImage) return isForm ? imagePart : inJson(column!);
  return withItems(schema) as Schema;
}

function forAnyCaller(member: WrittenMember, { whole, isForm }: PayloadForm): Property {
  const { name, aliases, only, conditional, derived } = member;
  const schema = withDerivedRules(writtenValue(member, isForm), derived);
  return {
    ...{ name, aliases },
    schema: only === null ? schema : described(schema, ignored[only]),
    required: whole && member.required && only === null && !conditional,
  };
}

/** `user_id` may also be sent under the name of its relation, `user`. */
function objectOf(resource: CompiledResource, members: readonly Property[]): Schema {
  const needed = members.filter(({ required }) => required);
  const names = needed.filter(({ aliases }) => aliases.length === 0).map(({ name }) => name);
  const either = needed.filter(({ aliases }) => aliases.length > 0);
  const properties = members.flatMap(({ name, aliases, schema }) => [
    { name, schema },
    ...aliases.map((alias) => ({
      name: alias,
      schema: described(schema, `Another name of \`${name}\`; if both are sent, they must agree.`),
    })),
  ]);
  return {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: Object.fromEntries(
      properties.map(({ name, schema }) => [
        name,
        withDeprecation(schema, optionsNamed(resource, name)),
      ]),
    ),
    ...(either.length > 0 && {
      allOf: either.map(({ name, aliases }) => ({
        anyOf: [name, ...aliases].map((each) => ({ required: [each] })),
      })),
    }),
  };
}

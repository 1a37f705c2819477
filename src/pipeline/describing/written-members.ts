import type { JsonSchema } from '../../base/json-schema.js';
import { oncePer } from '../../base/once-per.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import {
  authorizeMembers,
  isWritten,
  type WriteOperation,
} from '../authorization/authorize-write.js';
import type { RequestContext } from '../authorization/request-context.js';
import { bodySchemas } from '../validation/body-schema.js';
import { rulesOf } from '../validation/resource-rules.js';
import { relationsBy } from '../validation/write-body.js';
import { storable } from './key-schemas.js';

/** A member that the body of a store or an update may contain, for a caller who may send it. */
export interface WrittenMember {
  readonly name: string;
  /** Other names under which it can be sent: those of its relations. */
  readonly aliases: readonly string[];
  /** What its rules and its column allow. */
  readonly schema: JsonSchema;
  /** `null` for a member that no column stores. */
  readonly column: CompiledColumn | null;
  /** Whether it is a file in forms, and the path of one in JSON. */
  readonly isImage: boolean;
  /** Whether a whole body contains it, under its name or an alias. */
  readonly required: boolean;
  /** The rules that its column implies. */
  readonly derived: readonly RuleSpec[];
  /** For which callers it is ignored; `null` if it is never ignored. */
  readonly only: 'seeing' | 'writing' | null;
  /** Whether it belongs to some requests only. */
  readonly conditional: boolean;
  /** The field that it repeats; `null` for every other member. */
  readonly repeats: string | null;
}

/**
 * Returns the members of the body of a store or an update: fields, inputs, and what repeats a field.
 * Other members are ignored.
 *
 * @contract C4.1, C4.2
 */
export const writtenMembers = (
  resource: CompiledResource,
  operation: WriteOperation,
): readonly WrittenMember[] => membersOf(resource)[operation];

/**
 * Returns the members of a body that the caller of a request may send. Inputs that belong to some
 * requests only are among them, and not required: the other requests ignore them.
 *
 * @contract C4.1, C4.2
 */
export async function sendableMembers(
  { resource }: Pick<RequestContext, 'resource'>,
  operation: WriteOperation,
  request: ResourceRequest,
): Promise<readonly WrittenMember[]> {
  const { fields, inputs } = await authorizeMembers(resource, operation, request);
  const applicable = namesOf([...fields, ...inputs]);
  const accepted = namesOf([...fields, ...resource.inputs.values()]);
  return writtenMembers(resource, operation)
    .filter(({ name, repeats }) => accepted.has(repeats ?? name))
    .map((member) => ({ ...member, required: member.required && applicable.has(member.name) }));
}

const namesOf = (members: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(members.map(({ name }) => name));

const membersOf = oncePer((resource: CompiledResource) => ({
  store: membersBy(resource, 'store'),
  update: membersBy(resource, 'update'),
}));

function membersBy(
  resource: CompiledResource,
  operation: WriteOperation,
): readonly WrittenMember[] {
  const { properties, required } = bodySchemas(resource, operation);
  const plain = {
    ...{ aliases: [], column: null, isImage: false, derived: [] },
    ...{ only: null, conditional: false, repeats: null },
  };
  const fields = [...resource.fields.values()]
    .filter((field) => isWritten(field, resource, operation))
    .map((field): WrittenMember => {
      const { name, column, derived, options } = field;
      return {
        ...plain,
        name,
        aliases: relationsBy(column, resource),
        schema: storable(column, properties[name]!),
        column,
        isImage: Boolean(options.image),
        required: required.includes(name) || isLacking(field, resource, operation),
        derived,
        only: options.canSee ? 'seeing' : options.canWrite ? 'writing' : null,
      };
    });
  const inputs = [...resource.inputs.values()].map(({ name, options }): WrittenMember => ({
    ...plain,
    name,
    schema: properties[name]!,
    required: required.includes(name),
    only: options.canSee ? 'seeing' : null,
    conditional: options.appliesTo !== undefined,
  }));
  const names = new Set([...fields, ...inputs].map(({ name }) => name));
  const repeating = [...rulesOf(resource)[operation].confirmations]
    .filter(([field, name]) => names.has(field) && !names.has(name))
    .map(([field, name]): WrittenMember => ({
      ...plain,
      name,
      schema: properties[name]!,
      required: false,
      repeats: field,
    }));
  return [...fields, ...inputs, ...repeating];
}

/** A column without a default or a generated value must be sent to store a record. @contract C4.2 */
const isLacking = (
  { column, options }: CompiledField,
  { hooks }: CompiledResource,
  operation: WriteOperation,
): boolean =>
  operation === 'store' &&
  !column.nullable &&
  column.filledBy === null &&
  !options.default &&
  !hooks.storing;

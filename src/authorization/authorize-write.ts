import type { ResourceRequest } from '../types/register.js';
import { RequestError } from '../errors/index.js';
import type {
  CompiledField,
  CompiledInput,
  CompiledResource,
} from '../registry/compiled-resource.js';
import type { Authorizer } from './authorizer.js';
import { availableOf } from './is-available.js';

/** A write of a record as policies and fields see it: PUT and PATCH are both updates. */
export type WriteOperation = 'store' | 'update';

/** What a user may send in a body: the rest of it is passed over. @contract C4.2 */
export interface WritableMembers {
  readonly fields: ReadonlySet<CompiledField>;
  /** The inputs that are asked for in this request. */
  readonly inputs: ReadonlySet<CompiledInput>;
}

/** @throws RequestError `unauthorized` when the policy lets the user store nothing */
export async function authorizeStore(
  authorizer: Authorizer,
  resource: CompiledResource,
): Promise<void> {
  if (!(await authorizer.mayStore(resource))) throw new RequestError('unauthorized');
}

/**
 * Asks about a record inside the scope.
 * @throws RequestError `unauthorized` when the policy refuses, or has no such method
 */
export async function authorizeRecord(
  authorizer: Authorizer,
  { policy }: CompiledResource,
  operation: 'update' | 'delete',
  record: object,
): Promise<void> {
  if (!(await policy[operation]?.allows(authorizer.user, record)))
    throw new RequestError('unauthorized');
}

/** Which members of a body this user may write in this request; each is asked once. */
export async function authorizeMembers(
  resource: CompiledResource,
  operation: WriteOperation,
  request: ResourceRequest,
): Promise<WritableMembers> {
  const fields = [...resource.fields.values()].filter((field) =>
    isWritten(field, resource, operation),
  );
  const inputs = [...resource.inputs.values()];
  return {
    fields: await admitted(fields, ({ options }) => options.canWrite?.(request) ?? true),
    inputs: await admitted(inputs, ({ options }) => options.appliesTo?.(request) ?? true),
  };
}

/**
 * Returns the to-one relations that this user may use, by whose names a body may contain their keys
 * as well. Another relation's name is an undeclared member. @contract C4.2, C5.2
 */
export async function usableNames(
  resource: CompiledResource,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<ReadonlySet<string>> {
  const relations = [...resource.relations.values()].filter((member) => member.form === 'relation');
  const named = relations.filter(
    ({ join, key }) => join.keyOn === 'parent' && !resource.fields.has(key),
  );
  return new Set((await availableOf(named, request, authorizer)).map(({ key }) => key));
}

/** Does a write take the field at all? A record keeps its key. */
export const isWritten = (
  { column, options }: CompiledField,
  { keyColumn }: CompiledResource,
  operation: WriteOperation,
) => !options.readOnly && (column !== keyColumn || operation === 'store');

async function admitted<Member>(
  members: readonly Member[],
  ask: (member: Member) => boolean | Promise<boolean>,
): Promise<ReadonlySet<Member>> {
  const isAllowed = await Promise.all(members.map(async (member) => ask(member)));
  return new Set(members.filter((_member, at) => isAllowed[at]));
}

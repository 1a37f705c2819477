import type { ResourceRequest } from '../../base/types/register.js';
import { RequestError } from '../../base/errors/index.js';
import { allKnown, oneByOne, whenKnown, type Eventual } from '../../base/when-known.js';
import type {
  CompiledField,
  CompiledInput,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { Authorizer } from './authorizer.js';
import { availableOf } from './is-available.js';

/** The kind of write, for policies and fields: PUT and PATCH are both updates. */
export type WriteOperation = 'store' | 'update';

/** The members of a body that a user may send; all others are ignored. @contract C4.2 */
export interface WritableMembers {
  readonly fields: ReadonlySet<CompiledField>;
  /** The inputs that apply to this request. */
  readonly inputs: ReadonlySet<CompiledInput>;
}

/** @throws RequestError `unauthorized` when the policy does not let the user store records */
export async function authorizeStore(
  authorizer: Authorizer,
  resource: CompiledResource,
): Promise<void> {
  if (!(await authorizer.mayStore(resource))) throw new RequestError('unauthorized');
}

/**
 * Checks whether the user may update or delete a record inside the scope.
 * @throws RequestError `unauthorized` when the policy refuses, or does not have the method
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

/** Returns the members of a body that this user may write in this request. Each is checked once. */
export function authorizeMembers(
  resource: CompiledResource,
  operation: WriteOperation,
  request: ResourceRequest,
): Eventual<WritableMembers> {
  const fields = [...resource.fields.values()].filter((field) =>
    isWritten(field, resource, operation),
  );
  const inputs = [...resource.inputs.values()];
  const members = oneByOne([
    () => admitted(fields, ({ options }) => options.canWrite?.(request) ?? true),
    () => admitted(inputs, ({ options }) => options.appliesTo?.(request) ?? true),
  ]);
  return whenKnown(members, ([writable, applicable]) => ({ fields: writable, inputs: applicable }));
}

/**
 * Returns the to-one relations that this user may use, by whose names a body may contain their keys
 * as well. Another relation's name is an undeclared member. @contract C4.2, C5.2
 */
export function usableNames(
  resource: CompiledResource,
  request: ResourceRequest,
  authorizer: Authorizer,
): Eventual<ReadonlySet<string>> {
  const relations = [...resource.relations.values()].filter((member) => member.form === 'relation');
  const named = relations.filter(
    ({ join, key }) => join.keyOn === 'parent' && !resource.fields.has(key),
  );
  const available = availableOf(named, request, authorizer);
  return whenKnown(available, (usable) => new Set(usable.map(({ key }) => key)));
}

/** Whether a write can set the field. The key of a record does not change. */
export const isWritten = (
  { column, options }: CompiledField,
  { keyColumn }: CompiledResource,
  operation: WriteOperation,
) => !options.readOnly && (column !== keyColumn || operation === 'store');

const admitted = <Member>(
  members: readonly Member[],
  ask: (member: Member) => Eventual<boolean>,
): Eventual<ReadonlySet<Member>> =>
  whenKnown(
    allKnown(members.map(ask)),
    (isAllowed) => new Set(members.filter((_member, at) => isAllowed[at])),
  );

import type { Decision, ResourceRequest } from '../../base/types/register.js';
import { allKnown, whenKnown, type Eventual } from '../../base/when-known.js';
import type {
  CompiledRelated,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { Authorizer } from './authorizer.js';

/**
 * Whether this user may use the relation. Without `canEnableRelationship`, every user who may use
 * the target's collection may use it.
 *
 * @contract C5.2
 */
export const isAvailable = (
  member: CompiledRelated,
  request: ResourceRequest,
  authorizer: Authorizer,
): Decision =>
  member.canEnable
    ? isEnabled(member.canEnable(request), member, authorizer)
    : mayUse(member, authorizer);

async function isEnabled(
  enabled: Decision,
  member: CompiledRelated,
  authorizer: Authorizer,
): Promise<boolean> {
  return (await enabled) && mayUse(member, authorizer);
}

const mayUse = (member: CompiledRelated, authorizer: Authorizer): Decision =>
  member.form !== 'relation' || authorizer.mayIndex(member.resource);

/** Returns the members that this user may use. */
export const availableOf = <Member extends CompiledRelated>(
  members: readonly Member[],
  request: ResourceRequest,
  authorizer: Authorizer,
): Eventual<readonly Member[]> =>
  whenKnown(
    allKnown(members.map((member) => isAvailable(member, request, authorizer))),
    (isAllowed) => members.filter((_member, at) => isAllowed[at]),
  );

/** Returns the keys of the relations, callables and attributes that this user may use. */
export async function availableKeys(
  resource: CompiledResource,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<readonly string[]> {
  const members = await availableOf([...resource.relations.values()], request, authorizer);
  return members.map(({ key }) => key);
}

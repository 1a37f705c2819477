import type { ResourceRequest } from '../../base/types/register.js';
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
export async function isAvailable(
  member: CompiledRelated,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<boolean> {
  if (member.canEnable && !(await member.canEnable(request))) return false;
  return member.form !== 'relation' || authorizer.mayIndex(member.resource);
}

/** Returns the members that this user may use. */
export async function availableOf<Member extends CompiledRelated>(
  members: readonly Member[],
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<readonly Member[]> {
  const isAllowed = await Promise.all(
    members.map((member) => isAvailable(member, request, authorizer)),
  );
  return members.filter((_member, at) => isAllowed[at]);
}

/** Returns the keys of the relations, callables and attributes that this user may use. */
export async function availableKeys(
  resource: CompiledResource,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<readonly string[]> {
  const members = await availableOf([...resource.relations.values()], request, authorizer);
  return members.map(({ key }) => key);
}

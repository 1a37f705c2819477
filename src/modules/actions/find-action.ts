import { invalidQuery, RequestError } from '../../base/errors/index.js';
import type { CompiledAction } from '../../registry/resources/compiled-resource.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';
import { actionsAt, actionPlaceOf } from '../../pipeline/describing/action-members.js';

/** Returns the actions that the user may run at the request's path, in order of declaration. */
export async function findActions(
  { resource }: RequestContext,
  request: ResourceRequest,
): Promise<readonly CompiledAction[]> {
  return seenActions(actionsAt(resource, actionPlaceOf(request)), request);
}

/** Returns the actions that are visible to the user. @contract C6.4 */
export async function seenActions(
  actions: readonly CompiledAction[],
  request: ResourceRequest,
): Promise<readonly CompiledAction[]> {
  const seen = await Promise.all(actions.map((action) => isSeen(action, request)));
  return actions.filter((_action, at) => seen[at]);
}

/**
 * Returns the action that a request names. An action that is hidden from the user, or that belongs
 * to another path, is treated as one that does not exist.
 *
 * @throws RequestError `invalid_query` if the request names no action, `not_found`
 * @contract C6.2
 */
export async function getAction(
  { resource }: RequestContext,
  request: ResourceRequest,
  uriKey: string | null,
): Promise<CompiledAction> {
  if (uriKey === null) throw invalidQuery('action', 'The query parameter "action" is required.');
  const action = actionsAt(resource, actionPlaceOf(request)).find((each) => each.uriKey === uriKey);
  if (!action || !(await isSeen(action, request))) throw new RequestError('not_found');
  return action;
}

/** Returns whether the action is visible to the user. @contract C6.4 */
export const isSeen = async (action: CompiledAction, request: ResourceRequest): Promise<boolean> =>
  (await action.canSee(request)) ?? true;

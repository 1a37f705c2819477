import { invalidQuery, RequestError } from '../../errors/index.js';
import type { ActionScope, CompiledAction } from '../../registry/compiled-resource.js';
import type { ResourceRequest } from '../../types/register.js';
import type { RequestContext } from '../../authorization/request-context.js';
import { handlerOf } from './action-handler.js';

/**
 * At a record's path show actions run, at the collection's index actions; standalone ones at both.
 * @contract C6.2
 */
const scopesFor: Readonly<Record<'record' | 'collection', ReadonlySet<ActionScope>>> = {
  record: new Set(['show', 'both', 'standalone']),
  collection: new Set(['index', 'both', 'standalone']),
};

/** The actions that this user may run there, in the order in which they are declared. */
export async function findActions(
  { resource }: RequestContext,
  request: ResourceRequest,
): Promise<readonly CompiledAction[]> {
  const scopes = scopesFor[request.id === null ? 'collection' : 'record'];
  const fitting = resource.actions.filter(({ scope }) => scopes.has(scope));
  const seen = await Promise.all(fitting.map((action) => isSeen(action, request)));
  return fitting.filter((_action, at) => seen[at]);
}

/**
 * The action that a request names. One that is hidden from this user, or belongs to another path,
 * answers as one that does not exist.
 *
 * @throws RequestError `invalid_query` when the request names none, `not_found`
 * @contract C6.2
 */
export async function getAction(
  { resource }: RequestContext,
  request: ResourceRequest,
  uriKey: string | null,
): Promise<CompiledAction> {
  if (uriKey === null)
    throw invalidQuery('action', 'The uriKey of an action is wanted: "action=<action_key>".');
  const scopes = scopesFor[request.id === null ? 'collection' : 'record'];
  const action = resource.actions.find((each) => each.uriKey === uriKey && scopes.has(each.scope));
  if (!action || !(await isSeen(action, request))) throw new RequestError('not_found');
  return action;
}

/** May this user know of the action? @contract C6.4 */
export const isSeen = async (action: CompiledAction, request: ResourceRequest): Promise<boolean> =>
  (await handlerOf(action).canSee?.(request)) ?? true;

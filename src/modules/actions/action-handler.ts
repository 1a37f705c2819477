import type { ActionRequest } from '../../definition/action.js';
import type { Condition } from '../../definition/condition.js';
import type { Decision, ResourceRequest } from '../../types/register.js';
import { describeDeprecation } from '../../registry/deprecation.js';
import { publishDecision } from '../../registry/decisions.js';
import type { CompiledAction, CompiledResource } from '../../registry/compiled-resource.js';

/** A handler of any scope. The compiler has checked that its signature fits the scope. */
interface Handler {
  handle(request: ActionRequest, records?: readonly object[] | object): unknown;
  reduce?(total: unknown, result: unknown): unknown;
  canSee?(request: ResourceRequest): Decision;
  canRun?(user: unknown, record: object): Decision;
  indexQuery?(request: ResourceRequest): Condition;
  description?: string | (() => string);
}

export const handlerOf = ({ handler }: CompiledAction): Handler => handler as Handler;

/** Returns whether the action is visible to the user. @contract C6.4 */
export async function isSeen(action: CompiledAction, request: ResourceRequest): Promise<boolean> {
  const handler = handlerOf(action);
  if (!handler.canSee) return true;
  const place = placeOf(action, request.resource, 'canSee');
  return (await publishDecision(place, handler.canSee(request))) ?? true;
}

/** Returns whether the user may run the action on this record. @contract C6.4 */
export async function mayRun(
  action: CompiledAction,
  resource: CompiledResource,
  user: unknown,
  record: object,
): Promise<boolean> {
  const handler = handlerOf(action);
  if (!handler.canRun) return true;
  return publishDecision(placeOf(action, resource.key, 'canRun'), handler.canRun(user, record));
}

const placeOf = ({ handler, uriKey }: CompiledAction, resource: string, check: string) => ({
  subject: `${resource}.${uriKey}`,
  check,
  source: `${handler.constructor.name}.${check}`,
});

/** Calls the handler: with one record for show actions, with none for standalone actions. */
export function handle(
  action: CompiledAction,
  request: ActionRequest,
  records: readonly object[],
): unknown {
  const handler = handlerOf(action);
  if (action.scope === 'standalone') return handler.handle(request);
  return handler.handle(request, action.scope === 'show' ? records[0]! : records);
}

/** Returns the action's description for tools and listings; may be empty. */
export function describeAction(action: CompiledAction): string {
  const { description } = handlerOf(action);
  const own =
    action.options.description ??
    (typeof description === 'function' ? description.call(action.handler) : description);
  return [own, ...describeDeprecation(action.options)].filter(Boolean).join(' ');
}

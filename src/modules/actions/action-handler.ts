import type { ActionRequest } from '../../definition/contracts/action.js';
import type { Condition } from '../../definition/contracts/condition.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { CompiledAction } from '../../registry/resources/compiled-resource.js';

/** A handler of any scope. The compiler has checked that its signature fits the scope. */
interface Handler {
  handle(request: ActionRequest, records?: readonly object[] | object): unknown;
  reduce?(total: unknown, result: unknown): unknown;
  indexQuery?(request: ResourceRequest): Condition;
  description?: string | (() => string);
}

export const handlerOf = ({ handler }: CompiledAction): Handler => handler as Handler;

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
  if (action.options.description !== undefined) return action.options.description;
  return (typeof description === 'function' ? description.call(action.handler) : description) ?? '';
}

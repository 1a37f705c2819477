import type { ActionRequest } from '../../definition/action.js';
import type { Condition } from '../../definition/condition.js';
import type { Decision, ResourceRequest } from '../../types/register.js';
import type { CompiledAction } from '../../registry/compiled-resource.js';

/**
 * A handler as it is called; that its signature fits the action's scope was for the compiler to
 * say.
 */
interface Handler {
  handle(request: ActionRequest, records?: readonly object[] | object): unknown;
  reduce?(total: unknown, result: unknown): unknown;
  canSee?(request: ResourceRequest): Decision;
  canRun?(user: unknown, record: object): Decision;
  indexQuery?(request: ResourceRequest): Condition;
  description?: string | (() => string);
}

export const handlerOf = ({ handler }: CompiledAction): Handler => handler as Handler;

/** Only on show a handler takes one record; a standalone one takes none. */
export function handle(
  action: CompiledAction,
  request: ActionRequest,
  records: readonly object[],
): unknown {
  const handler = handlerOf(action);
  if (action.scope === 'standalone') return handler.handle(request);
  return handler.handle(request, action.scope === 'show' ? records[0]! : records);
}

/** For tools, and for whoever reads the list. Empty where nobody says anything. */
export function describeAction(action: CompiledAction): string {
  const { description } = handlerOf(action);
  if (action.options.description !== undefined) return action.options.description;
  return (typeof description === 'function' ? description.call(action.handler) : description) ?? '';
}

import type { CompiledAction } from '../../registry/resources/compiled-resource.js';
import { describeAction } from './action-handler.js';
import { describePayload } from './describe-payload.js';

/** An action as clients see it. @spec Action descriptor */
export interface ActionDescriptor {
  readonly name: string;
  readonly description: string;
  readonly destructive: boolean;
  readonly uriKey: string;
  /** The rules of each field, as strings. */
  readonly payload: Readonly<Record<string, readonly string[]>>;
}

export const actionDescriptor = (action: CompiledAction): ActionDescriptor => ({
  name: action.name,
  description: describeAction(action),
  destructive: action.options.destructive ?? false,
  uriKey: action.uriKey,
  payload: describePayload(action),
});

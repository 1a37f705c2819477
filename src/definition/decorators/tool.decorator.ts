import { storeAgentMember } from '../store/agent-store.js';
import type { ToolCheck, ToolMethod, ToolOptions } from '../contracts/agents.js';

/**
 * Offers a method of any provider to agents as a tool of its own, beside those that resources
 * offer: `method(args, request)`.
 *
 * @contract C11
 */
export const Tool =
  <const O extends ToolOptions>(options: O) =>
  <M extends ToolMethod>(
    target: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<M> & ToolCheck<M, O>,
  ): void =>
    storeAgentMember(target, method, { kind: 'tool', options });

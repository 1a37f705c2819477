import { storeAgentMember } from '../agent-store.js';
import type { ToolMethod, ToolOptions } from '../agents.js';

/**
 * Offers a method of any provider to agents as a tool of its own, beside those that resources offer:
 * `method(args, request)`.
 *
 * @contract C11
 */
export const Tool =
  (options: ToolOptions) =>
  <M extends ToolMethod>(target: object, method: string, _descriptor: TypedPropertyDescriptor<M>): void =>
    storeAgentMember(target, method, { kind: 'tool', options });

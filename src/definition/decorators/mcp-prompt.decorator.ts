import { storeAgentMember } from '../store/agent-store.js';
import type { McpPromptMethod, McpPromptOptions } from '../contracts/agents.js';

/**
 * Offers the text of a method of any provider to agents' users as a start: `method(args, request)`.
 */
export const McpPrompt =
  (options: McpPromptOptions) =>
  <M extends McpPromptMethod>(
    target: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<M>,
  ): void =>
    storeAgentMember(target, method, { kind: 'prompt', options });

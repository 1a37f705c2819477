import { storeAgentMember } from '../store/agent-store.js';
import type { McpResourceMethod, McpResourceOptions } from '../contracts/agents.js';

/**
 * Lets agents read what a method of any provider gives, by an address: `method(variables,
 * request)`.
 */
export const McpResource =
  (options: McpResourceOptions) =>
  <M extends McpResourceMethod>(
    target: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<M>,
  ): void =>
    storeAgentMember(target, method, { kind: 'resource', options });

import type { McpPromptOptions, McpResourceOptions, ToolOptions } from '../contracts/agents.js';

/** What a decorator left on a method of a provider. */
export type AgentMember =
  | { readonly kind: 'tool'; readonly options: ToolOptions }
  | { readonly kind: 'resource'; readonly options: McpResourceOptions }
  | { readonly kind: 'prompt'; readonly options: McpPromptOptions };

const members = new WeakMap<object, Map<string, AgentMember>>();

/** Decorators store and do nothing else. */
export function storeAgentMember(prototype: object, method: string, member: AgentMember): void {
  const own = members.get(prototype) ?? new Map<string, AgentMember>();
  members.set(prototype, own.set(method, member));
}

/** Those of the class, and of the classes that it extends. */
export function agentMembersOf(prototype: object): ReadonlyMap<string, AgentMember> {
  const above = Object.getPrototypeOf(prototype) as object | null;
  return new Map([...(above ? agentMembersOf(above) : []), ...(members.get(prototype) ?? [])]);
}

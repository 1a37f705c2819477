export * from './contracts/action.js';
export type * from './contracts/agents.js';
export { toolResult, type OwnToolResult, type ToolResult } from './contracts/tool-result.js';
export * from './contracts/condition.js';
export type * from './contracts/deprecation.js';
export { expensive } from '../base/expensive.js';
export * from './contracts/filter.js';
export * from './contracts/hooks.js';
export * from './contracts/policy.js';
export * from '../base/types/register.js';
export * from './store/resource-of.js';
export type {
  ComputedOptions,
  ComputedType,
  FieldOptions,
  InputOptions,
  MatchType,
  ReadingOptions,
  ReadingPlace,
  RelationKind,
  ResourceOptions,
  ToolOperation,
} from './contracts/options.js';
export * from './decorators/action.decorator.js';
export * from './decorators/callable.decorator.js';
export * from './decorators/computed.decorator.js';
export * from './decorators/field.decorator.js';
export * from './decorators/filter.decorator.js';
export * from './decorators/forwarding.decorator.js';
export * from './decorators/input.decorator.js';
export * from './decorators/relations.js';
export * from './decorators/resource.decorator.js';
export * from './decorators/tool.decorator.js';
export * from './decorators/mcp-resource.decorator.js';
export * from './decorators/mcp-prompt.decorator.js';

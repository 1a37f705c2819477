export * from './action.js';
export type * from './agents.js';
export { toolResult, type OwnToolResult, type ToolResult } from './tool-result.js';
export * from './condition.js';
export { expensive } from '../base/expensive.js';
export * from './filter.js';
export * from './hooks.js';
export * from './policy.js';
export * from '../types/register.js';
export * from './resource-of.js';
export type {
  ComputedOptions,
  ComputedType,
  FieldOptions,
  InputOptions,
  MatchType,
  ReadingOptions,
  ReadingPlace,
  ResourceOptions,
  ToolOperation,
} from './options.js';
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

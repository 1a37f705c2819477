import type { ToolOperation } from '../../../definition/contracts/options.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';

/** Returns whether the definition offers this operation to agents. @contract C11.1 */
export function isOffered(
  { options: { tools } }: CompiledResource,
  operation: ToolOperation,
): boolean {
  return tools === true || (Array.isArray(tools) && tools.includes(operation));
}

import type { ToolOperation } from '../../../definition/options.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { offersTool } from '../../../registry/tool-names.js';

/** Returns whether the definition offers this operation to agents. @contract C11.1 */
export function isOffered(
  { options: { tools } }: CompiledResource,
  operation: ToolOperation,
): boolean {
  return offersTool(tools, operation);
}

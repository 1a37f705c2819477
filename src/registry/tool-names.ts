import type { ToolOperation } from '../definition/options.js';

/**
 * Clients of the tool protocol refuse longer names, and some drop the whole list for one of them.
 */
export const MAX_TOOL_NAME_LENGTH = 64;

/** What clients take in a tool's name. */
export const toolNamePattern = /^[a-z0-9_-]+$/;

/**
 * Returns whether a definition with this option offers the operation to agents. Bulk operations
 * must be listed.
 *
 * @contract C11.1, C13.5
 */
export const offersTool = (
  tools: boolean | readonly ToolOperation[] | undefined,
  operation: ToolOperation,
): boolean =>
  tools === true
    ? !operation.startsWith('bulk-')
    : Array.isArray(tools) && (tools as readonly ToolOperation[]).includes(operation);

/** `posts-index-tool` @contract C11.1 */
export const toolName = (resource: string, operation: string): string =>
  `${resource}-${operation}-tool`;

/** `posts-publish-posts-action-tool` @contract C11.1 */
export const actionToolName = (resource: string, uriKey: string): string =>
  toolName(resource, `${uriKey}-action`);

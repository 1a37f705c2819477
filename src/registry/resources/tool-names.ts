/**
 * Clients of the tool protocol refuse longer names, and some drop the whole list for one of them.
 */
export const MAX_TOOL_NAME_LENGTH = 64;

/** What clients take in a tool's name. */
export const toolNamePattern = /^[a-z0-9_-]+$/;

/** `posts-index-tool` @contract C11.1 */
export const toolName = (resource: string, operation: string): string =>
  `${resource}-${operation}-tool`;

/** `posts-publish-posts-action-tool` @contract C11.1 */
export const actionToolName = (resource: string, uriKey: string): string =>
  toolName(resource, `${uriKey}-action`);

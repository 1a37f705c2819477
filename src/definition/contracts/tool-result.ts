import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

/** A result of the protocol, as a tool's method may give it. */
export type OwnToolResult = CallToolResult | InputRequiredResult;

/** Marks a value as a whole result of the protocol; made by {@link toolResult}. */
export class ToolResult {
  constructor(readonly result: OwnToolResult) {}
}

/**
 * Returns a whole result of the protocol from a tool's method: with images or links, or a question
 * to the user. Without it every value is data: a document such as `{type: 'doc', content: [...]}` is not
 * a result of the protocol.
 *
 * @example return toolResult({ content: [{ type: 'image', data, mimeType: 'image/png' }] });
 * @contract C11.3
 */
export const toolResult = (result: OwnToolResult): ToolResult => new ToolResult(result);

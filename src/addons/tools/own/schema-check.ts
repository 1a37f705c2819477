import type { JsonSchemaType, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { ToolOptions } from '../../../definition/contracts/agents.js';

/**
 * Returns the MCP library's validator for a schema. It is loaded only if there are custom tools.
 *
 * @throws Error for an invalid schema
 */
export async function checkOf(
  schema: NonNullable<ToolOptions['inputSchema']>,
): Promise<StandardSchemaWithJSON> {
  const { fromJsonSchema } = await import('@modelcontextprotocol/server');
  return fromJsonSchema(schema as JsonSchemaType);
}

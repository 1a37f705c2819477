import type { JsonSchemaType, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { ToolOptions } from '../../../definition/agents.js';

/**
 * The protocol's own check of a schema; it is loaded where a team has tools.
 *
 * @throws Error for a schema that is none
 */
export async function checkOf(
  schema: NonNullable<ToolOptions['inputSchema']>,
): Promise<StandardSchemaWithJSON> {
  const { fromJsonSchema } = await import('@modelcontextprotocol/server');
  return fromJsonSchema(schema as JsonSchemaType);
}

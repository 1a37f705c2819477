import { loadOnce } from '../../../base/load-once.js';
import type { JsonSchemaType, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { ToolOptions } from '../../../definition/contracts/agents.js';

/** Loaded only if there are custom tools. */
const library = loadOnce(() => import('@modelcontextprotocol/server'));

/**
 * Returns the MCP library's validator for a schema.
 *
 * @throws Error for an invalid schema
 */
export async function checkOf(
  schema: NonNullable<ToolOptions['inputSchema']>,
): Promise<StandardSchemaWithJSON> {
  const { fromJsonSchema } = await library();
  return fromJsonSchema(schema as JsonSchemaType);
}

/** The path of the MCP endpoint. @contract C1.1, C11.1 */
export const MCP_PATH = 'mcp';

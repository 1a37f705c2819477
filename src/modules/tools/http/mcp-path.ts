/** Agents' address at the host's root. @contract C1.1, C11.1 */
export const MCP_PATH = 'mcp';

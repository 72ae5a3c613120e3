/** Servers on Express; where `--peers` has not installed it here, the workspace's has it below the MCP SDK. */
export const EXPRESS_MCP = new URL("express-mcp-process.mjs", import.meta.url);
export const EXPRESS_GATE = new URL("express-gate-process.mjs", import.meta.url);

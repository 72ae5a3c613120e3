/** The MCP server as clients and registries know it, whatever the revision of the protocol. */
export const SERVER_DEFINITION = {
  /** Name that it reports, unless `MCP_SERVER_NAME` says otherwise. */
  name: "countersign-journal",
  title: "Countersign journal",
  description: "Find accounts, draft journal entries, show them, and post them once a person agrees",
  /** Of what clients see: the tools, their texts and their schemas. */
  version: "1.0.0",
  /** Paths of its transports. */
  paths: { "streamable-http": "/api/mcp", sse: "/api/mcp/sse" },
} as const;

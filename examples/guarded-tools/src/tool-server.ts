import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type CheckGrant, GrantRefused } from "./check-grant.ts";

/** The store that the dangerous tool deletes from. */
export type Records = Map<string, string>;

const textResult = (text: string) => ({ content: [{ type: "text" as const, text }] });

/**
 * A tool server with a harmless tool and a dangerous one, which refuses without a grant for exactly its arguments
 * (contract-3, ASK-4).
 */
export function createGuardedTools(records: Records, checkGrant: CheckGrant): McpServer {
  const server = new McpServer({ name: "guarded-tools", version: "1.0.0" });
  server.registerTool(
    "list_records",
    {
      description: "The names of the records.",
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true },
    },
    () => textResult([...records.keys()].join("\n")),
  );
  server.registerTool(
    "delete_record",
    {
      description:
        "Deletes a record for good. Needs a grant for {tool: delete_record, arguments: {name}}: ask people for it first.",
      inputSchema: z.object({ name: z.string(), grant: z.string().optional() }),
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
    async ({ name, grant }) => {
      try {
        await checkGrant(grant, { tool: "delete_record", arguments: { name } });
      } catch (error) {
        if (!(error instanceof GrantRefused)) throw error;
        return { ...textResult(error.message), isError: true };
      }
      return textResult(records.delete(name) ? `${name} is deleted` : `There is no record ${name}`);
    },
  );
  return server;
}

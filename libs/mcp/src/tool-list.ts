import { isSpecType, type ListToolsResult } from "@modelcontextprotocol/server";

import type { Tool } from "./tool.ts";

/** How long a client may keep the list of tools: it changes with a release only. */
const LIST_TTL_MS = 5 * 60_000;

/** The answers of a server with tools that clients may keep, by the methods of the protocol. */
export const TOOL_HINTS = {
  "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" },
  "server/discover": { ttlMs: LIST_TTL_MS, cacheScope: "private" },
} as const;

/**
 * The tools as the package of the revision without sessions lists them.
 *
 * @throws Error for a definition that is none of the protocol
 */
export function toolList(tools: readonly Pick<Tool, "definition">[]): ListToolsResult {
  const list = { tools: tools.map(({ definition }) => definition) };
  if (isSpecType.ListToolsResult(list)) return list;
  throw new Error("A tool is defined in another way than the protocol has it");
}

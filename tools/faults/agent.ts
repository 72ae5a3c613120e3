import type { Replica, World } from "./world.ts";

const JOURNAL: Replica = "journal";
const TIMEOUT_MS = 30_000;
const CLIENT = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "agent", version: "1.0.0" },
};

/** A call of a tool by an agent, on behalf of a user. */
export interface ToolCall {
  userId: string;
  name: string;
  args: Record<string, unknown>;
  /** Beside the arguments, as `_meta`. */
  meta?: Record<string, unknown>;
}

/**
 * Calls a tool of the journal service, in a session of its own.
 *
 * @returns the text of the answer; `undefined` when there was none, so that the effect is unknown
 */
export async function callTool(
  world: World,
  { userId, name, args, meta }: ToolCall,
): Promise<string | undefined> {
  const baseUrl = world.urlOf(JOURNAL);
  if (baseUrl === undefined) return undefined;
  const url = new URL("/api/mcp", baseUrl);
  const authorization = await world.tokens.bearer({ sub: userId, companyId: world.companyId });
  const headers = { authorization, "mcp-protocol-version": CLIENT.protocolVersion };
  const send = async (method: string, params: unknown, session?: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: {
        ...headers,
        ...session,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  try {
    const openAnswer = await send("initialize", CLIENT);
    const session = { "mcp-session-id": openAnswer.headers.get("mcp-session-id") ?? "" };
    await openAnswer.text();
    const answer = await send("tools/call", { name, arguments: args, ...(meta && { _meta: meta }) }, session);
    const text = textIn(await answer.text());
    await fetch(url, { method: "DELETE", headers: { ...headers, ...session } });
    return text;
  } catch {
    return undefined;
  }
}

/** The tool's text in the events of an answer. */
function textIn(events: string): string | undefined {
  const [, data] = /^data: (\{.*\})$/mu.exec(events) ?? [];
  if (data === undefined) return undefined;
  const { result } = JSON.parse(data) as { result?: { content?: { text?: string }[] } };
  return result?.content?.[0]?.text;
}

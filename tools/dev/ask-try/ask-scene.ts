import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** The people and programs of the scene. */
export interface AskScene {
  /** The agent's connection to the engine, and to the tool server. */
  approvals: Client;
  tools: Client;
  approver: { userId: string; name: string };
  /** Gives the approver's verdict on the request. */
  decide: (requestId: string, status: "APPROVED" | "REJECTED") => Promise<void>;
  say: (text: string) => void;
}

const RECORD = "customers-2019";
const ACTION = { tool: "delete_record", arguments: { name: RECORD } };

/**
 * Plays agent, approver and tool (contract-3, ASK-4): the tool refuses, the agent asks, the person approves what they
 * read, and the tool runs once, with these arguments alone.
 *
 * @throws Error when something else happens
 */
export async function playAskScene({ approvals, tools, approver, decide, say }: AskScene): Promise<void> {
  const deleting = async (name: string, grant?: string): Promise<string> => {
    const { text } = await call(tools, "delete_record", { name, ...(grant !== undefined && { grant }) });
    say(`  tool:  ${text}`);
    return text;
  };
  say("The agent tries the dangerous tool without asking:");
  await deleting(RECORD);

  say(`\nIt asks ${approver.name} for exactly that call:`);
  const asked = await call(approvals, "request_approval", {
    kind: "ToolCall",
    title: `Delete the record ${RECORD}`,
    approvers: [approver.userId],
    action: ACTION,
    audience: "guarded-tools",
    idempotencyKey: crypto.randomUUID(),
  });
  if (asked.isError) throw new Error(asked.text);
  const { id, actionSha256, url } = asked.data as { id: string; actionSha256: string; url: string };
  say(`  agent: request ${id}, action ${actionSha256.slice(0, 12)}…`);
  say(`  ${approver.name} reads it at ${url}`);

  say("\nIt waits, and the person approves meanwhile:");
  const waiting = call(approvals, "wait_for_approval", { id, seconds: 45 });
  await decide(id, "APPROVED");
  const { status, decisions, grant } = (await waiting).data as {
    status: string;
    decisions: { name: string; verdict: string }[];
    grant?: string;
  };
  say(`  agent: ${status} by ${decisions.map(({ name }) => name).join(", ")}`);
  if (grant === undefined) throw new Error(`there is no grant: the request is ${status}`);

  say("\nThe grant lets nothing else through:");
  await deleting("customers-2026", grant);
  say("\nIt lets the approved call through, once:");
  await deleting(RECORD, grant);
  await deleting(RECORD, grant);
}

interface Called {
  text: string;
  isError: boolean;
  data: unknown;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const [first] = result.content;
  const text = first?.type === "text" ? first.text : "";
  return { text, isError: result.isError === true, data: result.structuredContent };
}

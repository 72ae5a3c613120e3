import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

type Connection = Pick<Client, "callTool">;

/** The people and programs of the scene. */
export interface AskScene {
  /** The agent's connection to the engine, and to the tool server. */
  approvals: Connection;
  tools: Connection;
  approver: { name: string };
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
  const deleting = async (expected: "refused" | "done", name: string, grant?: string): Promise<void> => {
    const toolInput = { name, ...(grant !== undefined && { grant }) };
    const { text, isError } = await call(tools, "delete_record", toolInput);
    say(`  tool:  ${text}`);
    if (isError !== (expected === "refused")) {
      throw new Error(`the deletion of ${name} should have been ${expected}, but the tool answered: ${text}`);
    }
  };
  say("The agent tries the dangerous tool without asking:");
  await deleting("refused", RECORD);

  say(
    "\nIt asks for exactly that call, and names nobody: the company's rule for tool calls decides who is asked:",
  );
  const askAnswer = await call(approvals, "request_approval", {
    kind: "ToolCall",
    title: `Delete the record ${RECORD}`,
    action: ACTION,
    audience: "guarded-tools",
    idempotencyKey: crypto.randomUUID(),
  });
  if (askAnswer.isError) throw new Error(askAnswer.text);
  const { id, actionSha256, url } = askAnswer.data as { id: string; actionSha256: string; url: string };
  say(`  agent: request ${id}, action ${actionSha256.slice(0, 12)}…`);
  say(`  ${approver.name} reads it at ${url}`);

  say("\nIt waits, and the person approves meanwhile:");
  const waitAnswer = call(approvals, "wait_for_approval", { id, seconds: 45 });
  await decide(id, "APPROVED");
  const { status, decisions, grant } = (await waitAnswer).data as {
    status: string;
    decisions: { name: string; verdict: string }[];
    grant?: string;
  };
  say(`  agent: ${status} by ${decisions.map(({ name }) => name).join(", ")}`);
  if (grant === undefined) throw new Error(`there is no grant: the request is ${status}`);
  const { rule } = claimsOf(grant);
  if (!rule) throw new Error("the grant names no rule");
  say(`  grant: by the rule of workflow ${rule.workflowId}, version ${rule.version}`);

  say("\nThe grant lets nothing else through:");
  await deleting("refused", "customers-2026", grant);
  say("\nIt lets the approved call through, once:");
  await deleting("done", RECORD, grant);
  await deleting("refused", RECORD, grant);
}

/** The claims of a grant; the tool server verifies it. */
const claimsOf = (grant: string): { rule?: { workflowId: string; version: number } | null } =>
  JSON.parse(Buffer.from(grant.split(".")[1] ?? "", "base64url").toString()) as ReturnType<typeof claimsOf>;

interface Called {
  text: string;
  isError: boolean;
  data: unknown;
}

async function call(client: Connection, name: string, args: Record<string, unknown>): Promise<Called> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const [first] = result.content;
  const text = first?.type === "text" ? first.text : "";
  return { text, isError: result.isError === true, data: result.structuredContent };
}

import type { RunningService } from "@countersign/service-kit";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  type CallToolResult,
  type ClientCapabilities,
  ElicitRequestSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import { afterwards } from "./afterwards.ts";

export const TRANSPORTS = ["sse", "streamable-http"] as const;
export type TransportName = (typeof TRANSPORTS)[number];

export interface AgentOptions {
  transport?: TransportName;
  /** Value of the `Authorization` header. */
  authorization: string;
  /** Of the tools. Default: the journal's. */
  path?: string;
  /** Capability that the client declares with `onElicit`; default: no mode of asking. */
  elicitation?: ClientCapabilities["elicitation"];
  /** Answers the server's questions to the person; with it the client declares elicitation. */
  onElicit?: (message: string) => Promise<ElicitResult> | ElicitResult;
  /** The same for questions that are an address; with it the client declares that it opens addresses. */
  onAddress?: (question: { url: string; elicitationId: string }) => Promise<ElicitResult> | ElicitResult;
}

/** The official SDK client, as an agent uses it, over a real connection. */
export async function connectAgent(
  { publicUrl }: Pick<RunningService, "publicUrl">,
  {
    transport = "streamable-http",
    authorization,
    path = "/api/mcp",
    elicitation = {},
    onElicit,
    onAddress,
  }: AgentOptions,
): Promise<Client> {
  const capabilities: ClientCapabilities = onElicit ? { elicitation } : {};
  if (onAddress) capabilities.elicitation = { url: {} };
  const client = new Client({ name: "test-agent", version: "1.0.0" }, { capabilities });
  if (onElicit) client.setRequestHandler(ElicitRequestSchema, ({ params }) => onElicit(params.message));
  if (onAddress) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      if (params.mode !== "url") throw new Error("the question is no address");
      return onAddress(params);
    });
  }
  const init = { requestInit: { headers: { authorization } } };
  await client.connect(
    transport === "sse"
      ? new SSEClientTransport(new URL(`${publicUrl}/api/mcp/sse`), init)
      : new StreamableHTTPClientTransport(new URL(`${publicUrl}${path}`), init),
  );
  // Makes the client check every result against the tool's output schema.
  await client.listTools();
  return client;
}

/** The same for the running test, or else for the spec file; it is closed afterwards. */
export async function useAgent(
  ...agentArguments: Parameters<typeof connectAgent>
): ReturnType<typeof connectAgent> {
  const agent = await connectAgent(...agentArguments);
  afterwards(() => agent.close());
  return agent;
}

/** The answer of a tool. */
export interface ToolAnswer {
  text: string;
  isError: boolean;
  data: Record<string, unknown> | undefined;
  problems: readonly string[] | undefined;
}

/** Calls a tool and takes its answer apart. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  meta?: Record<string, unknown>,
): Promise<ToolAnswer> {
  const result = (await client.callTool({
    name,
    arguments: args,
    ...(meta && { _meta: meta }),
  })) as CallToolResult;
  const [content, ...otherContents] = result.content;
  if (content?.type !== "text" || otherContents.length > 0) throw new Error("a result has one text");
  const problems = result._meta?.["problems"] as { path: string }[] | undefined;
  return {
    text: content.text,
    isError: result.isError ?? false,
    data: result.structuredContent,
    problems: problems?.map(({ path }) => path),
  };
}

/** The id of the entry in the text of `create_journal_entry`: the first one there. */
export function createdId({ text }: ToolAnswer): string {
  const [id] = /[0-9a-f]{24}/.exec(text) ?? [];
  if (id === undefined) throw new Error(`no entry was created: ${text}`);
  return id;
}

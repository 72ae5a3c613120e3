import { Agent, type IncomingMessage, request } from "node:http";

/** Sends JSON-RPC requests over one session, without the SDK, at the least cost for the client. */
export interface RawMcpClient {
  /** @throws Error for a JSON-RPC error or a result with `isError` */
  callTool(name: string, args: unknown): Promise<Record<string, unknown>>;
  close(): void;
}

interface RpcAnswer {
  id?: number;
  error?: unknown;
  result?: { isError?: boolean; structuredContent?: Record<string, unknown> };
}

const PROTOCOL_VERSION = "2025-11-25";
const INITIALIZE = {
  protocolVersion: PROTOCOL_VERSION,
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};

/** The revision without sessions. */
export const REVISION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": INITIALIZE.clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
};

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Sends a request. @returns the head of its answer */
function send(
  url: URL,
  method: string,
  headers: Record<string, string | number>,
  body?: string,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, resolve);
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) text += chunk as string;
  return text;
}

function dataIn(event: string): string {
  const line = event.split("\n").find((field) => field.startsWith("data: "));
  return line?.slice("data: ".length) ?? "";
}

function valueOf({ error, result }: RpcAnswer): Record<string, unknown> {
  if (error !== undefined || result === undefined || result.isError === true) {
    throw new Error(`a call failed: ${JSON.stringify(error ?? result)}`);
  }
  return result.structuredContent ?? {};
}

/** Over Streamable HTTP: each answer is the stream of its own POST. */
export async function connectStreamable(baseUrl: string, authorization: string): Promise<RawMcpClient> {
  const url = new URL("/api/mcp", baseUrl);
  let session: Record<string, string> = {};
  let id = 0;
  async function rpc(method: string, params: unknown): Promise<Record<string, unknown>> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: (id += 1), method, params });
    const answer = await send(
      url,
      "POST",
      {
        authorization,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "mcp-protocol-version": PROTOCOL_VERSION,
        ...session,
      },
      body,
    );
    const sessionId = answer.headers["mcp-session-id"];
    if (typeof sessionId === "string") session = { "mcp-session-id": sessionId };
    const text = await textOf(answer);
    const data = text.split("\n\n").map(dataIn).find(Boolean);
    if (data === undefined) throw new Error(`no answer: ${answer.statusCode} ${text}`);
    return valueOf(JSON.parse(data) as RpcAnswer);
  }
  await rpc("initialize", INITIALIZE);
  return { callTool: (name, args) => rpc("tools/call", { name, arguments: args }), close: () => undefined };
}

/** The revision without sessions: each call stands for itself. */
export async function connectStateless(baseUrl: string, authorization: string): Promise<RawMcpClient> {
  const url = new URL("/api/mcp", baseUrl);
  let id = 0;
  async function callTool(name: string, args: unknown): Promise<Record<string, unknown>> {
    const params = { name, arguments: args, _meta: META };
    const body = JSON.stringify({ jsonrpc: "2.0", id: (id += 1), method: "tools/call", params });
    const headers = {
      authorization,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "mcp-protocol-version": REVISION,
      "mcp-method": "tools/call",
      "mcp-name": name,
    };
    const text = await textOf(await send(url, "POST", headers, body));
    return valueOf(JSON.parse(text.startsWith("{") ? text : dataIn(text)) as RpcAnswer);
  }
  return { callTool, close: () => undefined };
}

/** Over SSE: messages are posted, and all answers come over the one stream. */
export async function connectSse(baseUrl: string, authorization: string): Promise<RawMcpClient> {
  const stream = await send(new URL("/api/mcp/sse", baseUrl), "GET", { authorization });
  stream.setEncoding("utf8");
  const endpoint = Promise.withResolvers<string>();
  const waitingCalls = new Map<number, PromiseWithResolvers<RpcAnswer>>();
  let rest = "";
  stream.on("data", (chunk: string) => {
    const events = (rest + chunk).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = dataIn(event);
      if (event.startsWith("event: endpoint")) endpoint.resolve(data);
      if (!data.startsWith("{")) continue;
      const answer = JSON.parse(data) as RpcAnswer;
      waitingCalls.get(answer.id ?? 0)?.resolve(answer);
      waitingCalls.delete(answer.id ?? 0);
    }
  });
  const url = new URL(await endpoint.promise, baseUrl);
  let id = 0;
  async function rpc(method: string, params: unknown): Promise<Record<string, unknown>> {
    id += 1;
    const pendingAnswer = Promise.withResolvers<RpcAnswer>();
    waitingCalls.set(id, pendingAnswer);
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const headers = {
      authorization,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const acceptance = await send(url, "POST", headers, body);
    const text = await textOf(acceptance);
    if (acceptance.statusCode !== 202) throw new Error(`not accepted: ${acceptance.statusCode} ${text}`);
    return valueOf(await pendingAnswer.promise);
  }
  await rpc("initialize", INITIALIZE);
  return {
    callTool: (name, args) => rpc("tools/call", { name, arguments: args }),
    close: () => void stream.destroy(),
  };
}

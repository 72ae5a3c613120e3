import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { toNumber } from "@countersign/domain/finance";
import type { Finance, JournalEntry } from "@countersign/finance";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpHandler, McpServer as ModernServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { REVISION } from "./mcp-client.ts";

const ACTOR = { issuer: "bench", userId: "0".repeat(24), arguments: {} };

const account = z.object({ id: z.string(), name: z.string(), number: z.string(), type: z.string() });
const line = z.object({ accountId: z.string(), debit: z.number().min(0), credit: z.number().min(0) });
const shownLine = line.extend({ type: z.string(), remark: z.string().optional() });
const foundAccounts = z.object({ accounts: z.array(account) });
const keyword = z.object({ keyword: z.string().optional() });
const draft = z.object({
  description: z.string(),
  documentDate: z.number().optional(),
  companyId: z.string(),
  branchId: z.string().optional(),
  createdBy: z.string(),
  transactions: z.array(line.extend({ remark: z.string().optional() })).min(2),
});
const createdEntry = z.object({ id: z.string(), ref: z.string(), status: z.string() });
const entryKey = z.object({ id: z.string(), companyId: z.string() });
const entryOutput = z.object({
  id: z.string(),
  ref: z.string(),
  status: z.string(),
  description: z.string(),
  documentDate: z.number(),
  companyId: z.string(),
  createdBy: z.string(),
  transactions: z.array(shownLine),
});

function answer<Data extends Record<string, unknown>>(words: string, data: Data) {
  return { content: [{ type: "text" as const, text: words }], structuredContent: data };
}

function showEntry({
  lines,
  documentDate,
  id,
  ref,
  status,
  description,
  companyId,
  createdBy,
}: JournalEntry) {
  return {
    id,
    ref,
    status,
    description,
    companyId,
    createdBy,
    documentDate: documentDate.getTime(),
    transactions: lines.map(({ debit, credit, ...rest }) => ({
      ...rest,
      debit: toNumber(debit),
      credit: toNumber(credit),
    })),
  };
}

const IDENTITY = { name: "bare", version: "1.0.0" };

/** The four tools with their schemas, by which the packages check arguments and results. */
const toolsOn = ({ accounts, journal }: Finance) => ({
  list: {
    config: { description: "Finds accounts", inputSchema: keyword, outputSchema: foundAccounts },
    run: async ({ keyword: words = "" }: z.output<typeof keyword>) => {
      const list = await accounts.search({ keyword: words, limit: 500 });
      return answer(JSON.stringify(list), { accounts: list });
    },
  },
  create: {
    config: { description: "Creates an entry", inputSchema: draft, outputSchema: createdEntry },
    run: async ({ transactions, documentDate, ...givenEntry }: z.output<typeof draft>) => {
      const date = documentDate === undefined ? {} : { documentDate: new Date(documentDate) };
      const { entry } = await journal.create({ ...givenEntry, ...date, lines: transactions }, ACTOR);
      const { id, ref, status } = entry;
      return answer(`Journal entry ${ref} created.\nID: ${id}\nStatus: ${status}`, { id, ref, status });
    },
  },
  get: {
    config: { description: "Shows an entry", inputSchema: entryKey, outputSchema: entryOutput },
    run: async ({ id, companyId }: z.output<typeof entryKey>) => {
      const entry = await journal.find(id, companyId);
      if (!entry) throw new Error(`Entry ${id} not found.`);
      const data = showEntry(entry);
      return answer(JSON.stringify(data), data);
    },
  },
  post: {
    config: { description: "Posts an entry", inputSchema: entryKey, outputSchema: createdEntry },
    run: async ({ id, companyId }: z.output<typeof entryKey>) => {
      const { ref, status } = await journal.post(id, companyId, ACTOR);
      return answer(`Entry ${id} has been posted successfully.`, { id, ref, status });
    },
  },
});

type Tools = ReturnType<typeof toolsOn>;

/** A server of the package with sessions, as its documentation registers tools. */
function serverWith({ list, create, get, post }: Tools): McpServer {
  const server = new McpServer(IDENTITY);
  server.registerTool("list_accounts", list.config, list.run);
  server.registerTool("create_journal_entry", create.config, create.run);
  server.registerTool("get_journal_entry", get.config, get.run);
  server.registerTool("post_journal_entry", post.config, post.run);
  return server;
}

/** The same of the package without sessions, which has types of its own. */
function modernServerWith({ list, create, get, post }: Tools): ModernServer {
  const server = new ModernServer(IDENTITY);
  server.registerTool("list_accounts", list.config, list.run);
  server.registerTool("create_journal_entry", create.config, create.run);
  server.registerTool("get_journal_entry", get.config, get.run);
  server.registerTool("post_journal_entry", post.config, post.run);
  return server;
}

/**
 * The bare SDK server to measure against: its transports on Node's server with a map of sessions, its handler for the
 * revision without sessions, and no more. It checks no token, and bounds, logs and counts nothing.
 *
 * @returns its address
 */
export async function listenBare(finance: Finance): Promise<string> {
  const streams = new Map<string, SSEServerTransport>();
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const tools = toolsOn(finance);
  const modern = createMcpHandler(() => modernServerWith(tools));

  async function openStream(response: ServerResponse): Promise<void> {
    const transport = new SSEServerTransport("/api/mcp/messages", response);
    streams.set(transport.sessionId, transport);
    response.once("close", () => streams.delete(transport.sessionId));
    await serverWith(tools).connect(transport);
  }
  async function openSession(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await serverWith(tools).connect(transport);
    return transport;
  }
  async function answerModern(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = new Headers(request.headers as Record<string, string>);
    const body = await text(request);
    const answer = await modern.fetch(new Request("http://bench/api/mcp", { method: "POST", headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  }
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://bench");
    if (url.pathname === "/api/mcp/sse") return await openStream(response);
    if (url.pathname === "/api/mcp/messages") {
      return await streams.get(url.searchParams.get("sessionId") ?? "")?.handlePostMessage(request, response);
    }
    if (request.headers["mcp-protocol-version"] === REVISION) return await answerModern(request, response);
    const id = request.headers["mcp-session-id"];
    const transport = typeof id === "string" ? sessions.get(id) : await openSession();
    return await transport?.handleRequest(request, response);
  }
  const server = createServer((request, response) => void handle(request, response));
  // Longer than the turns of the other servers, in which its clients' connections are idle.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

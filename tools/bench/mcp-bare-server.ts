import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNumber } from "@countersign/domain/finance";
import type { Finance, JournalEntry } from "@countersign/finance";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const ACTOR = { issuer: "bench", userId: "0".repeat(24), arguments: {} };

const account = z.object({ id: z.string(), name: z.string(), number: z.string(), type: z.string() });
const created = { id: z.string(), ref: z.string(), status: z.string() };
const line = z.object({ accountId: z.string(), debit: z.number().min(0), credit: z.number().min(0) });
const shownLine = line.extend({ type: z.string(), remark: z.string().optional() });
const entryOutput = {
  id: z.string(),
  ref: z.string(),
  status: z.string(),
  description: z.string(),
  documentDate: z.number(),
  companyId: z.string(),
  createdBy: z.string(),
  transactions: z.array(shownLine),
};

function answer<Data extends Record<string, unknown>>(text: string, data: Data) {
  return { content: [{ type: "text" as const, text }], structuredContent: data };
}

function shown({ lines, documentDate, id, ref, status, description, companyId, createdBy }: JournalEntry) {
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

/** The four tools as the SDK's documentation registers tools: it checks arguments and results by their schemas. */
function createBareMcpServer({ accounts, journal }: Finance): McpServer {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  server.registerTool(
    "list_accounts",
    {
      description: "Finds accounts",
      inputSchema: { keyword: z.string().optional() },
      outputSchema: { accounts: z.array(account) },
    },
    async ({ keyword = "" }) => {
      const found = await accounts.search({ keyword, limit: 500 });
      return answer(JSON.stringify(found), { accounts: found });
    },
  );
  server.registerTool(
    "create_journal_entry",
    {
      description: "Creates an entry",
      inputSchema: {
        description: z.string(),
        documentDate: z.number().optional(),
        companyId: z.string(),
        branchId: z.string().optional(),
        createdBy: z.string(),
        transactions: z.array(line.extend({ remark: z.string().optional() })).min(2),
      },
      outputSchema: created,
    },
    async ({ transactions, documentDate, ...draft }) => {
      const date = documentDate === undefined ? {} : { documentDate: new Date(documentDate) };
      const { entry } = await journal.create({ ...draft, ...date, lines: transactions }, ACTOR);
      const { id, ref, status } = entry;
      return answer(`Journal entry ${ref} created.\nID: ${id}\nStatus: ${status}`, { id, ref, status });
    },
  );
  const which = { id: z.string(), companyId: z.string() };
  server.registerTool(
    "get_journal_entry",
    { description: "Shows an entry", inputSchema: which, outputSchema: entryOutput },
    async ({ id, companyId }) => {
      const entry = await journal.find(id, companyId);
      if (!entry) throw new Error(`Entry ${id} not found.`);
      const data = shown(entry);
      return answer(JSON.stringify(data), data);
    },
  );
  server.registerTool(
    "post_journal_entry",
    { description: "Posts an entry", inputSchema: which, outputSchema: created },
    async ({ id, companyId }) => {
      const { ref, status } = await journal.post(id, companyId, ACTOR);
      return answer(`Entry ${id} has been posted successfully.`, { id, ref, status });
    },
  );
  return server;
}

/**
 * The bare SDK server to measure against: its transports on Node's server with a map of sessions, and no more. It
 * checks no token, and bounds, logs and counts nothing.
 *
 * @returns its address
 */
export async function listenBare(finance: Finance): Promise<string> {
  const streams = new Map<string, SSEServerTransport>();
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  async function openStream(response: ServerResponse): Promise<void> {
    const transport = new SSEServerTransport("/api/mcp/messages", response);
    streams.set(transport.sessionId, transport);
    response.once("close", () => streams.delete(transport.sessionId));
    await createBareMcpServer(finance).connect(transport);
  }
  async function openSession(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await createBareMcpServer(finance).connect(transport);
    return transport;
  }
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://bench");
    if (url.pathname === "/api/mcp/sse") return await openStream(response);
    if (url.pathname === "/api/mcp/messages") {
      return await streams.get(url.searchParams.get("sessionId") ?? "")?.handlePostMessage(request, response);
    }
    const id = request.headers["mcp-session-id"];
    const transport = typeof id === "string" ? sessions.get(id) : await openSession();
    return await transport?.handleRequest(request, response);
  }
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

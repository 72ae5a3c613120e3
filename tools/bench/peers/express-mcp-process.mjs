// Journal tools as the SDK's documentation builds a server: Express, its middleware for tokens, a map of sessions, and the
// driver's own methods. With TRANSACTION=1 number, entry and audit record are one transaction. Answers `cpu` with its use.
import { randomUUID } from "node:crypto";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { jwtVerify } from "jose";
import { Decimal128, MongoClient, ObjectId } from "mongodb";
import { z } from "zod";

const { MONGODB_URI = "", MONGODB_DB = "", AUTH_SECRET = "", TRANSACTION } = process.env;
const client = await new MongoClient(MONGODB_URI).connect();
const db = client.db(MONGODB_DB);
await db.collection("plain_entries").createIndex({ companyId: 1, ref: 1 }, { unique: true });
await db.collection("plain_ledger").createIndex({ entryId: 1 });

const inTransaction = (work) =>
  TRANSACTION ? client.withSession((session) => session.withTransaction(() => work({ session }))) : work({});

async function createEntry({ companyId: company, createdBy, transactions, description }, options) {
  const companyId = new ObjectId(company);
  const counter = await db
    .collection("plain_numbers")
    .findOneAndUpdate(
      { _id: company },
      { $inc: { last: 1 } },
      { ...options, upsert: true, returnDocument: "after" },
    );
  const entry = {
    _id: new ObjectId(),
    companyId,
    ref: `JE-${String(counter.last).padStart(6, "0")}`,
    description,
    createdBy: new ObjectId(createdBy),
    createdAt: new Date(),
    status: "SAVED",
    transactions: transactions.map(({ accountId, debit, credit, remark }) => ({
      accountId: new ObjectId(accountId),
      debit: Decimal128.fromString(String(debit)),
      credit: Decimal128.fromString(String(credit)),
      remark,
    })),
  };
  await db.collection("plain_entries").insertOne(entry, options);
  const audit = { companyId, entityId: entry._id, action: "create", at: entry.createdAt };
  await db.collection("plain_audit").insertOne(audit, options);
  return entry;
}

function createServer() {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  const account = z.object({ id: z.string(), name: z.string(), number: z.string(), type: z.string() });
  server.registerTool(
    "list_accounts",
    {
      description: "Finds accounts",
      inputSchema: { keyword: z.string().optional() },
      outputSchema: { accounts: z.array(account) },
    },
    async ({ keyword = "" }, { authInfo }) => {
      const found = await db
        .collection("accounts")
        .find({
          companyId: new ObjectId(authInfo.extra.companyId),
          name: { $regex: RegExp.escape(keyword), $options: "i" },
        })
        .project({ name: 1, number: 1 })
        .sort({ companyId: 1, number: 1 })
        .limit(500)
        .toArray();
      const accounts = found.map(({ _id, name, number }) => ({ id: String(_id), name, number, type: "" }));
      return { content: [{ type: "text", text: JSON.stringify(accounts) }], structuredContent: { accounts } };
    },
  );
  const line = z.object({
    accountId: z.string(),
    debit: z.number().min(0),
    credit: z.number().min(0),
    remark: z.string().optional(),
  });
  server.registerTool(
    "create_journal_entry",
    {
      description: "Creates an entry",
      inputSchema: {
        description: z.string(),
        companyId: z.string(),
        createdBy: z.string(),
        transactions: z.array(line).min(2),
      },
      outputSchema: { id: z.string(), ref: z.string(), status: z.string() },
    },
    async (draft) => {
      const { _id, ref, status } = await inTransaction((options) => createEntry(draft, options));
      const data = { id: String(_id), ref, status };
      return { content: [{ type: "text", text: `Journal entry ${ref} created.` }], structuredContent: data };
    },
  );
  return server;
}

const sessions = new Map();
async function transportOf(request) {
  const known = sessions.get(request.headers["mcp-session-id"]);
  if (known) return known;
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await createServer().connect(transport);
  return transport;
}

const secret = new TextEncoder().encode(AUTH_SECRET);
const verifier = {
  verifyAccessToken: async (token) => {
    const { payload } = await jwtVerify(token, secret);
    return { token, clientId: String(payload.sub), scopes: [], expiresAt: payload.exp, extra: payload };
  },
};
const app = express();
app.use(express.json());
async function handle(request, response) {
  await (await transportOf(request)).handleRequest(request, response, request.body);
}
app.post("/api/mcp", requireBearerAuth({ verifier }), (request, response) => void handle(request, response));
process.on("disconnect", () => process.exit());
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpuMs: (user + system) / 1_000 });
});
const listening = app.listen(0, "127.0.0.1", () => {
  process.send({ url: `http://127.0.0.1:${listening.address().port}` });
});

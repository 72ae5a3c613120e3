import { createInProcessBus, RequestRefused } from "@countersign/bus";
import { RPC } from "@countersign/contracts";
import { connectStore, newId } from "@countersign/mongo";
import {
  silentLogger,
  startTestService,
  testTokens,
  useStoreProxy,
  useTestStore,
} from "@countersign/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { call, connectAgent } from "@countersign/testing/mcp-agent";
import { SERVICE_NAMES } from "../dev/start/platform-ports.ts";
import { PLATFORM_SERVICES } from "../dev/start/platform-services.ts";

const store = await useTestStore();
const proxy = await useStoreProxy(store.uri);
const far = await connectStore({
  uri: proxy.uri,
  dbName: store.dbName,
  appName: "outage",
  serverSelectionTimeoutMs: 200,
  connectTimeoutMs: 200,
  socketTimeoutMs: 300,
});
const bus = createInProcessBus({ logger: silentLogger });
const tokens = testTokens();
const [companyId, userId] = [newId(), newId()];
const authorization = await tokens.bearer({ sub: userId, companyId, privileged: true });
const headers = { authorization, "content-type": "application/json" };

const addresses = new Map<string, { publicUrl: string; internalUrl: string }>();
for (const name of SERVICE_NAMES) {
  const running = await startTestService(
    PLATFORM_SERVICES[name],
    { ...far, uri: proxy.uri, dbName: store.dbName },
    { bus },
  );
  addresses.set(name, running);
  afterAll(() => running.stop());
}
const urlOf = (service: string) => addresses.get(service)?.publicUrl ?? "";
const internalUrlOf = (service: string) => addresses.get(service)?.internalUrl ?? "";
const agent = await connectAgent({ publicUrl: urlOf("mcp-journal") }, { authorization });
afterAll(() => agent.close());
afterAll(() => bus.close());
afterAll(() => far.close());

/** The answer to a caller over REST: status, code and `Retry-After`. */
async function rest(service: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(`${urlOf(service)}${path}`, {
    headers,
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  const { code = "" } = response.ok ? {} : ((await response.json()) as { code?: string });
  return `${response.status} ${code} ${response.headers.get("retry-after") ?? ""}`.trim();
}

interface GraphqlAnswer {
  errors?: readonly { message: string; extensions: { code: string } }[];
}

const codesOf = ({ errors }: GraphqlAnswer) =>
  errors?.map(({ extensions }) => extensions.code).join() ?? "ok";

async function graphql(url: string, query: string): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers,
    body: JSON.stringify({ query }),
  });
  return codesOf((await response.json()) as GraphqlAnswer);
}

/** A query over a socket (graphql-transport-ws). */
function overSocket(query: string): Promise<string> {
  const address = `${urlOf("approval-engine").replace("http", "ws")}/graphql`;
  const socket = new WebSocket(address, "graphql-transport-ws");
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  return new Promise<string>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => send({ type: "connection_init", payload: { authorization } }));
    socket.on("message", (text: Buffer) => {
      const { type, payload } = JSON.parse(text.toString()) as { type: string; payload: GraphqlAnswer };
      if (type === "connection_ack") send({ id: "1", type: "subscribe", payload: { query } });
      if (type === "next") resolve(codesOf(payload));
    });
  }).finally(() => socket.terminate());
}

/** An answer of request/reply on the bus. */
async function request(subject: string, data: unknown): Promise<string> {
  try {
    await bus.request(subject, data, { timeoutMs: 20_000 });
    return "ok";
  } catch (error) {
    if (error instanceof RequestRefused) return String(error.code);
    throw error;
  }
}

const toolText = async (name: string, input: Record<string, unknown>) => {
  const { text, isError } = await call(agent, name, input);
  return isError ? text : "ok";
};

const readiness = async (service: string) => String((await fetch(`${internalUrlOf(service)}/readyz`)).status);

const inbox = "{ workflowTaskPage(input: {}) { data { _id } total } }";
const leave = { employeeId: newId(), from: "2026-01-01", to: "2026-01-02" };
const draft = {
  companyId,
  description: "Paper",
  createdBy: userId,
  transactions: [
    { accountId: newId(), debit: 1, credit: 0 },
    { accountId: newId(), debit: 0, credit: 1 },
  ],
};

const REST = "503 UNAVAILABLE 1";
const GRAPHQL = "SERVICE_UNAVAILABLE";
const TOOL = "Error: The store is not available; try again";

/** Every way into the platform, and its answer while the store is away. */
const SURFACES: readonly [name: string, answer: string, ask: () => Promise<string>][] = [
  ["version", REST, () => rest("version-gate", "/api/version")],
  ["settings query", GRAPHQL, () => graphql(internalUrlOf("version-gate"), "{ config { iosVersion } }")],
  [
    "settings mutation",
    GRAPHQL,
    () =>
      graphql(
        internalUrlOf("version-gate"),
        `
          mutation {
            updateConfig(input: { iosVersion: "1.0" }) {
              iosVersion
            }
          }
        `,
      ),
  ],
  ["engine query", GRAPHQL, () => graphql(urlOf("approval-engine"), inbox)],
  [
    "engine mutation",
    GRAPHQL,
    () =>
      graphql(
        urlOf("approval-engine"),
        `
          mutation {
            createWorkflow(input: { name: "W" }) {
              _id
            }
          }
        `,
      ),
  ],
  ["engine socket", GRAPHQL, () => overSocket(inbox)],
  ["definitions download", REST, () => rest("approval-engine", "/api/workflow/download")],
  ["tasks download", REST, () => rest("approval-engine", "/api/workflow/task/download")],
  ["reading request", "503", () => request(RPC.hrPendingCounts.subject, { companyId })],
  [
    "writing request",
    "503",
    () => request(RPC.inventoryAssertPostable.subject, { companyId, orderId: newId() }),
  ],
  ["reading tool", TOOL, () => toolText("list_accounts", {})],
  ["writing tool", TOOL, () => toolText("create_journal_entry", draft)],
  ["HR list", REST, () => rest("hr-service", "/api/leaves")],
  ["HR record", REST, () => rest("hr-service", `/api/leaves/${newId()}`)],
  ["HR creation", REST, () => rest("hr-service", "/api/leaves", leave)],
  ["orders list", REST, () => rest("inventory-service", "/api/orders")],
  [
    "order creation",
    REST,
    () => rest("inventory-service", "/api/orders", { kind: "SalesOrder", totalAmount: 1 }),
  ],
  ["order posting", REST, () => rest("inventory-service", `/api/orders/${newId()}/post`, {})],
  ...SERVICE_NAMES.map((name): [string, string, () => Promise<string>] => [
    `readiness of ${name}`,
    "503",
    () => readiness(name),
  ]),
];

/** Longer than the platform retries a transaction. */
const TIMEOUT_MS = 60_000;

describe("every way into the platform says that the store is away", { timeout: TIMEOUT_MS }, () => {
  afterEach(() => proxy.accept());

  it.each([
    ["stopped", () => proxy.refuse()],
    ["frozen", () => proxy.hang()],
    ["without a primary", () => proxy.stepDown()],
  ])("when it is %s [CT-PROC-09]", async (_how, begin) => {
    begin();
    const answers = await Promise.all(SURFACES.map(async ([name, , ask]) => [name, await ask()]));
    expect(answers).toEqual(SURFACES.map(([name, expected]) => [name, expected]));
  });
});

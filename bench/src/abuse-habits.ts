import { newId, type Store, toObjectId } from "@countersign/mongo";
import type { Attack, Crowd, Flood } from "./abuse-process.ts";
import type { AbusedService, AbuseTarget } from "./abuse-target.ts";
import { REQUEST_HABITS } from "./abuse-requests.ts";
import { benchEngine, occasional, submitter } from "./approval-runs.ts";
import { connectStreamable } from "./mcp-client.ts";
import { seedOpenRuns } from "./seed-runs.ts";

/** One row of the table: a surface and what somebody does to it. */
export interface AbuseHabit {
  /** Begins the names of its figures. */
  name: string;
  surface: string;
  habit: string;
  service: AbusedService;
  withBroker?: boolean;
  /** Most memory that the process may grow by, MB. */
  memoryGrowthMb: number;
  /** Prepares the store where it has to, and says what the attacker does. */
  attack: (target: AbuseTarget, quick: boolean) => Promise<Attack>;
}

const TASKS = 100;
const APPROVERS = 200;
const NOTIFICATIONS = 500;
const MESSAGE_LENGTH = 2_600;
const WORKFLOWS = 5;
/** More than are served at a time and wait together. */
const LOOPS = 32;
/** Of an attacker's crowd; fewer than a service accepts. */
const CONNECTIONS = 500;
const LIFETIME_MS = 20;
/** An address of this machine that the bystander does not use. */
const ABUSER = "127.0.0.2";

/** As much as one page can hold: whoever asks for it has to get it. */
const DEAREST = `{ workflowTaskPage(input: { take: 100 }) { total data { _id ref title status canUpdateStatus stage { name }
  approvals { _id status remark approver { _id name email } } } } }`;
const NOTIFICATION_FIELDS = "{ _id message kind createdAt }";
const NOTIFICATIONS_20 = `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: findMyNotifications ${NOTIFICATION_FIELDS}`).join(" ")} }`;
const SIMPLE = `{ workflowPage(input: { take: 5 }) { total data { _id name } } }`;
const JSON_TYPE = { "content-type": "application/json" };
const MCP_TYPES = { ...JSON_TYPE, accept: "application/json, text/event-stream" };

/** The simple request of somebody who does no harm, by service. */
export const BYSTANDERS: Readonly<
  Record<AbusedService, (target: AbuseTarget) => Promise<() => Promise<unknown>>>
> = {
  engine: async (target) => {
    const headers = { authorization: await target.bearer(occasional), ...JSON_TYPE };
    return answered(`${target.url}/graphql`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query: SIMPLE }),
    });
  },
  gate: async ({ url, store }) => {
    const published = { androidVersion: "1.0.0", iosVersion: "1.0.0", updatedAt: new Date() };
    await store.db
      .collection("configs")
      .insertOne({ companyId: toObjectId(occasional.companyId), ...published });
    return answered(`${url}/api/version`, {});
  },
  journal: async (target) => {
    const client = await connectStreamable(target.url, await target.bearer(occasional));
    return () => client.callTool("list_accounts", { companyId: occasional.companyId });
  },
  hr: async (target) =>
    answered(`${target.url}/api/leaves`, { headers: { authorization: await target.bearer(occasional) } }),
};

const answered = (url: string, init: RequestInit) => async () => {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
};

/** All rows. A habit is added here; its bounds follow from its name. */
export const HABITS: readonly AbuseHabit[] = [
  {
    name: "graphqlDearestPage",
    surface: "GraphQL over HTTP",
    habit: `asks for the largest: pages of ${TASKS} tasks with ${APPROVERS} approvals and approvers, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 400,
    attack: async (target, quick) => {
      await seed(target.store, quick ? 2 : TASKS);
      return floodOf(target, { query: DEAREST });
    },
  },
  {
    name: "graphqlTwentyAliases",
    surface: "GraphQL over HTTP",
    habit: `asks for more than is allowed: ${NOTIFICATIONS} notifications under 20 aliases, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 400,
    attack: async (target) => {
      await seed(target.store, 2);
      return floodOf(target, { query: NOTIFICATIONS_20 });
    },
  },
  {
    name: "graphqlSmallest",
    surface: "GraphQL over HTTP",
    habit: `sends the smallest, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 150,
    attack: (target) => floodOf(target, { query: "{ __typename }" }),
  },
  {
    name: "graphqlNeverReads",
    surface: "GraphQL over HTTP",
    habit: `never reads: 1.3 MB an answer, pipelined on ${LOOPS} connections`,
    service: "engine",
    memoryGrowthMb: 400,
    attack: async (target) => {
      await seed(target.store, 2);
      const body = JSON.stringify({ query: `{ findMyNotifications ${NOTIFICATION_FIELDS} }` });
      return crowdOf(target, LOOPS, (await httpRequest(target, "POST /graphql", body)).repeat(8));
    },
  },
  {
    name: "graphqlNeverWrites",
    surface: "GraphQL over HTTP",
    habit: `never writes: ${CONNECTIONS} connections`,
    service: "engine",
    memoryGrowthMb: 100,
    attack: async (target) => crowdOf(target, CONNECTIONS, ""),
  },
  {
    name: "socketBeforeAck",
    surface: "WebSocket before the ack",
    habit: "never reads, and sends pings of 250 KB without end on 50 sockets",
    service: "engine",
    memoryGrowthMb: 150,
    attack: async (target) => {
      const ping = frameOf(JSON.stringify({ type: "ping", payload: { x: "x".repeat(250_000) } }));
      return crowdOf(target, 50, UPGRADE, ping);
    },
  },
  {
    name: "socketAfterAck",
    surface: "WebSocket after the ack",
    habit: "never reads, and asks for 20 lists on each of 20 sockets",
    service: "engine",
    memoryGrowthMb: 250,
    attack: async (target) => {
      await seed(target.store, 2);
      const query = "{ findMyNotifications { _id } findWorkflowApproval(input: {}) { _id remark status } }";
      const asks = Array.from({ length: 20 }, (_, n) => ({
        type: "subscribe",
        id: String(n),
        payload: { query },
      }));
      return crowdOf(target, 20, [UPGRADE, await initOf(target), ...asks.map(messageOf)].join(""));
    },
  },
  {
    name: "socketOpensAndCloses",
    surface: "WebSocket after the ack",
    habit: `opens and closes, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 150,
    attack: async (target) => ({
      ...crowdOf(target, LOOPS, UPGRADE + (await initOf(target))),
      reads: true,
      lifetimeMs: LIFETIME_MS,
    }),
  },
  {
    name: "downloadNeverReads",
    surface: "Downloads",
    habit: `never reads, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 250,
    attack: async (target, quick) => {
      await seed(target.store, quick ? 2 : 5_000, 1);
      return crowdOf(target, LOOPS, await httpRequest(target, "GET /api/workflow/task/download", ""));
    },
  },
  {
    name: "gateNeverReads",
    surface: "`/api/version`",
    habit: `never reads: pipelines without end on ${LOOPS} connections`,
    service: "gate",
    memoryGrowthMb: 100,
    attack: async (target) => ({
      ...crowdOf(target, LOOPS, "", "GET /api/version HTTP/1.1\r\nhost: x\r\n\r\n".repeat(100)),
      localAddress: ABUSER,
    }),
  },
  {
    name: "gateOpensAndCloses",
    surface: "`/api/version`",
    habit: `opens and closes, ${LOOPS} at a time`,
    service: "gate",
    memoryGrowthMb: 100,
    attack: async (target) => ({ ...crowdOf(target, LOOPS, ""), reads: true, lifetimeMs: LIFETIME_MS }),
  },
  {
    name: "sseNeverReads",
    surface: "MCP over SSE",
    habit: `never reads: ${CONNECTIONS} streams, opened again when they are closed`,
    service: "journal",
    memoryGrowthMb: 250,
    attack: async (target) => crowdOf(target, CONNECTIONS, await httpRequest(target, "GET /api/mcp/sse", "")),
  },
  {
    name: "sseOpensAndCloses",
    surface: "MCP over SSE",
    habit: `opens and closes, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 150,
    attack: async (target) => ({
      ...crowdOf(target, LOOPS, await httpRequest(target, "GET /api/mcp/sse", "")),
      reads: true,
      lifetimeMs: LIFETIME_MS,
    }),
  },
  {
    name: "messagesOfAnother",
    surface: "MCP, POST of a message",
    habit: `repeats another's session id with the largest body, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 250,
    attack: async (target) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x", params: { x: "x".repeat(200_000) } });
      const session = { "mcp-session-id": await sessionOfAnother(target) };
      return {
        ...(await floodOf(target, {}, "/api/mcp")),
        body,
        headers: { ...(await headersOf(target)), ...session },
      };
    },
  },
  {
    name: "streamableSessions",
    surface: "MCP over Streamable HTTP",
    habit: `opens sessions without end, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 300,
    attack: (target) => floodOf(target, INITIALIZE, "/api/mcp"),
  },
  {
    name: "ownerSmallest",
    surface: "Owners' REST",
    habit: `sends the smallest, ${LOOPS} at a time`,
    service: "hr",
    memoryGrowthMb: 150,
    attack: async (target) => ({ ...(await floodOf(target, {}, "/api/leaves")), method: "GET", body: "" }),
  },
  {
    name: "poisonCommands",
    surface: "NATS, durable commands",
    habit: `sends commands that cannot be handled, ${LOOPS} at a time`,
    service: "engine",
    withBroker: true,
    memoryGrowthMb: 200,
    attack: async ({ natsUrl }) => ({ kind: "poison", natsUrl: natsUrl!, loops: LOOPS }),
  },
  ...REQUEST_HABITS,
];

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  },
};

async function headersOf(target: AbuseTarget): Promise<Record<string, string>> {
  return { authorization: await target.bearer(submitter), ...MCP_TYPES };
}

async function floodOf(target: AbuseTarget, body: object, path = "/graphql"): Promise<Flood> {
  const headers = await headersOf(target);
  return {
    kind: "flood",
    url: `${target.url}${path}`,
    method: "POST",
    headers,
    body: JSON.stringify(body),
    loops: LOOPS,
  };
}

const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64");

/** Connections whose answers nobody reads. */
function crowdOf({ url }: AbuseTarget, connections: number, first: string, endless = ""): Crowd {
  return { kind: "crowd", url, connections, first: base64(first), endless: base64(endless), reads: false };
}

async function httpRequest(target: AbuseTarget, line: string, body: string): Promise<string> {
  const headers = { host: "x", ...(await headersOf(target)), "content-length": String(body.length) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

const UPGRADE = [
  "GET /graphql HTTP/1.1",
  "host: x",
  "connection: Upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-protocol: graphql-transport-ws",
  "\r\n",
].join("\r\n");
const [LENGTH_16, LENGTH_64, LENGTH_16_MAX, SHORT_MAX] = [126, 127, 65_535, 125];

/** A text frame of a client, masked with zeros, of ASCII; one character a byte. */
function frameOf(text: string): string {
  const { length } = text;
  const head = Buffer.alloc(length <= SHORT_MAX ? 2 : length <= LENGTH_16_MAX ? 4 : 10);
  head[0] = 0x81;
  head[1] = 0x80 | (length <= SHORT_MAX ? length : length <= LENGTH_16_MAX ? LENGTH_16 : LENGTH_64);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return `${head.toString("latin1")}\0\0\0\0${text}`;
}

const messageOf = (message: object) => frameOf(JSON.stringify(message));

async function initOf(target: AbuseTarget): Promise<string> {
  return messageOf({ type: "connection_init", payload: { authorization: await target.bearer(submitter) } });
}

async function sessionOfAnother(target: AbuseTarget): Promise<string> {
  const headers = { authorization: await target.bearer(occasional), ...MCP_TYPES };
  const answer = await fetch(`${target.url}/api/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify(INITIALIZE),
  });
  await answer.text();
  return answer.headers.get("mcp-session-id")!;
}

async function seed(store: Store, tasks: number, approvers = APPROVERS): Promise<void> {
  const engine = benchEngine(store);
  for (let at = 0; at < WORKFLOWS; at++) await engine.workflows.create(submitter, { name: `Workflow ${at}` });
  const approverIds = Array.from({ length: approvers }, newId);
  const companyId = toObjectId(submitter.companyId);
  await store.db
    .collection("users")
    .insertMany(approverIds.map((id) => ({ _id: toObjectId(id), companyId, name: `Approver ${id}` })));
  await seedOpenRuns(store, tasks, approverIds);
  const notifications = store.db.collection("workflow_notifications");
  const { _id, ...sample } = (await notifications.findOne())!;
  const mine = { ...sample, userId: toObjectId(submitter.userId), message: "x".repeat(MESSAGE_LENGTH) };
  await notifications.insertMany(Array.from({ length: NOTIFICATIONS }, () => ({ ...mine })));
}

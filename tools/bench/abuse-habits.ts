import { newId, type Store, toObjectId } from "@countersign/mongo";
import {
  type AbuseHabit,
  ACK,
  base64,
  crowdOf,
  floodOf,
  frameOf,
  headersOf,
  heard,
  httpRequest,
  INITIALIZE,
  initOf,
  JSON_TYPE,
  LOOPS,
  messageOf,
  OK,
  refused,
  sessionOf,
  UPGRADE,
} from "./abuse-attacks.ts";
import { LOST_RIGHTS } from "./abuse-lost-rights.ts";
import { SSE_MESSAGES } from "./abuse-sse-messages.ts";
import type { AbusedService, AbuseTarget } from "./abuse-target.ts";
import { REQUEST_HABITS } from "./abuse-requests.ts";
import { benchEngine, occasional, submitter } from "./approval-runs.ts";
import { connectStreamable } from "./mcp-client.ts";
import { seedOpenRuns } from "./seed-runs.ts";

const TASKS = 100;
const APPROVERS = 200;
const NOTIFICATIONS = 500;
const MESSAGE_LENGTH = 2_600;
/** Length of a message, such that a list of them nearly fills one answer on a socket. */
const SOCKET_MESSAGE_LENGTH = 850;
const WORKFLOWS = 5;
/** Connections of an attacker's crowd; fewer than a service accepts. */
const CONNECTIONS = 500;
const LIFETIME_MS = 20;
/** An address of this machine that the bystander does not use. */
const ABUSER = "127.0.0.2";
/** Prefix of an answer on a socket. */
const DATA = '"payload":{"data":{';

/** The largest allowed page, which every user can get. */
const DEAREST = `{ workflowTaskPage(input: { take: 100 }) { total data { _id ref title status canUpdateStatus stage { name }
  approvals { _id status remark approver { _id name email } } } } }`;
const NOTIFICATION_FIELDS = "{ _id message kind createdAt }";
const NOTIFICATIONS_20 = `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: findMyNotifications ${NOTIFICATION_FIELDS}`).join(" ")} }`;
const SIMPLE = `{ workflowPage(input: { take: 5 }) { total data { _id name } } }`;

/** The simple request of a bystander, by service. */
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
    name: "machineBusy",
    surface: "none, to compare with",
    habit: "keeps a core busy, and asks the service nothing",
    service: "engine",
    memoryGrowthMb: 50,
    attack: async () => ({ kind: "busy" }),
  },
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
    met: heard("200"),
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
    met: heard("200"),
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
      const asked = (await httpRequest(target, "POST /graphql", body)).repeat(8);
      return { ...crowdOf(target, LOOPS, asked), looksFor: [OK] };
    },
    met: heard(OK),
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
    habit: "never reads, and asks for 20 lists of 450 KB on each of 20 sockets",
    service: "engine",
    memoryGrowthMb: 250,
    attack: async (target) => {
      await seed(target.store, 2, APPROVERS, SOCKET_MESSAGE_LENGTH);
      const query = "{ findMyNotifications { _id message } }";
      const asks = Array.from({ length: 20 }, (_, n) => ({
        type: "subscribe",
        id: String(n),
        payload: { query },
      }));
      const socket = crowdOf(target, 20, UPGRADE + (await initOf(target)));
      const write = base64(asks.map(messageOf).join(""));
      return { ...socket, answer: { to: ACK, write }, looksFor: [DATA] };
    },
    met: heard(DATA),
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
      endsAt: [ACK],
      looksFor: [ACK],
    }),
    met: heard(ACK),
  },
  {
    name: "downloadNeverReads",
    surface: "Downloads",
    habit: `never reads: ${LOOPS} pipelined on each of ${LOOPS} connections`,
    service: "engine",
    memoryGrowthMb: 250,
    attack: async (target, quick) => {
      await seed(target.store, quick ? 2 : 5_000, 1);
      const download = await httpRequest(target, "GET /api/workflow/task/download", "");
      return { ...crowdOf(target, LOOPS, download.repeat(LOOPS)), looksFor: [OK] };
    },
    met: heard(OK),
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
    met: heard("closed by the service"),
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
    attack: async (target) => ({
      ...crowdOf(target, CONNECTIONS, await httpRequest(target, "GET /api/mcp/sse", "")),
      looksFor: [OK],
    }),
    met: heard(OK),
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
      const session = { "mcp-session-id": await sessionOf(target, occasional) };
      return {
        ...(await floodOf(target, {}, "/api/mcp")),
        body,
        headers: { ...(await headersOf(target, submitter)), ...session },
      };
    },
    met: refused("404"),
  },
  {
    name: "streamableSessions",
    surface: "MCP over Streamable HTTP",
    habit: `opens sessions without end, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 300,
    attack: (target) => floodOf(target, INITIALIZE, "/api/mcp"),
    met: heard("200"),
  },
  {
    name: "ownerSmallest",
    surface: "Owners' REST",
    habit: `sends the smallest, ${LOOPS} at a time`,
    service: "hr",
    memoryGrowthMb: 150,
    attack: async (target) => ({ ...(await floodOf(target, {}, "/api/leaves")), method: "GET", body: "" }),
    met: heard("200"),
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
  ...SSE_MESSAGES,
  ...LOST_RIGHTS,
];

async function seed(
  store: Store,
  tasks: number,
  approvers = APPROVERS,
  messageLength = MESSAGE_LENGTH,
): Promise<void> {
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
  const mine = { ...sample, userId: toObjectId(submitter.userId), message: "x".repeat(messageLength) };
  await notifications.insertMany(Array.from({ length: NOTIFICATIONS }, () => ({ ...mine })));
}

import { RPC } from "@countersign/contracts";
import { newId, type Store, toObjectId } from "@countersign/mongo";
import {
  type AbuseHabit,
  ACK,
  base64,
  crowdOf,
  floodOf,
  frameOf,
  headersOf,
  hasText,
  httpRequest,
  initOf,
  JSON_TYPE,
  LOOPS,
  OK,
  hasStatus,
  sessionOf,
  UPGRADE,
} from "./abuse-attacks.ts";
import type { AbusedService, AbuseTarget } from "./abuse-target.ts";
import { benchEngine, occasional, submitter } from "./approval-runs.ts";
import { connectStreamable } from "./mcp-client.ts";
import { seedOpenRuns } from "./seed-runs.ts";

const TASKS = 100;
const APPROVERS = 200;
const NOTIFICATIONS = 500;
/** Length of a message, such that a list of them nearly fills one answer on a socket. */
const MESSAGE_LENGTH = 850;
const WORKFLOWS = 5;
/** Connections of an attacker's crowd; fewer than a service accepts. */
const CONNECTIONS = 500;
/** Prefix of an answer on a socket. */
const DATA = '"payload":{"data":{';
/** Number of the smallest requests to the broker in one write, and the inbox that the attacker never reads. */
const SMALLEST_AT_ONCE = 2_000;
const INBOX = "_INBOX.abuse";

/** The largest allowed page, which every user can get. */
const LARGEST = `{ workflowTaskPage(input: { take: 100 }) { total data { _id ref title status canUpdateStatus stage { name }
  approvals { _id status remark approver { _id name email } } } } }`;
const SIMPLE = `{ workflowPage(input: { take: 5 }) { total data { _id name } } }`;

/** The simple request of a bystander, by service. */
export const BYSTANDERS: Readonly<
  Record<AbusedService, (target: AbuseTarget) => Promise<() => Promise<unknown>>>
> = {
  engine: async (target) => {
    const headers = { authorization: await target.bearer(occasional), ...JSON_TYPE };
    return askAnswered(`${target.url}/graphql`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query: SIMPLE }),
    });
  },
  journal: async (target) => {
    const client = await connectStreamable(target.url, await target.bearer(occasional));
    return () => client.callTool("list_accounts", {});
  },
  hr: async (target) =>
    askAnswered(`${target.url}/api/leaves`, { headers: { authorization: await target.bearer(occasional) } }),
};

const askAnswered = (url: string, init: RequestInit) => async () => {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
};

/** All rows. A habit is added here; its bounds follow from its name. */
export const HABITS: readonly AbuseHabit[] = [
  {
    name: "graphqlLargest",
    surface: "GraphQL over HTTP",
    habit: `asks for the largest: pages of ${TASKS} tasks with ${APPROVERS} approvals and approvers, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 400,
    attack: async (target, quick) => {
      await seed(target.store, quick ? 2 : TASKS);
      return floodOf(target, { query: LARGEST });
    },
    met: hasText("200"),
  },
  {
    name: "graphqlSmallest",
    surface: "GraphQL over HTTP",
    habit: `sends the smallest, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 150,
    attack: (target) => floodOf(target, { query: "{ __typename }" }),
    met: hasText("200"),
  },
  {
    name: "socketNeverReads",
    surface: "WebSocket",
    habit: "never reads, and asks for 20 lists of 450 KB on each of 20 sockets",
    service: "engine",
    memoryGrowthMb: 250,
    attack: async (target) => {
      await seed(target.store, 2);
      const query = "{ findMyNotifications { _id message } }";
      const asks = Array.from({ length: 20 }, (_, n) =>
        frameOf(JSON.stringify({ type: "subscribe", id: String(n), payload: { query } })),
      );
      const socket = crowdOf(target, 20, UPGRADE + (await initOf(target)));
      return { ...socket, answer: { to: ACK, write: base64(asks.join("")) }, looksFor: [DATA] };
    },
    met: hasText(DATA),
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
    met: hasText(OK),
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
    met: hasText(OK),
  },
  {
    name: "messagesOfAnother",
    surface: "MCP, POST of a message",
    habit: `repeats another's session id with a large body, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 250,
    attack: async (target) => {
      const message = { jsonrpc: "2.0", id: 1, method: "x", params: { x: "x".repeat(200_000) } };
      const session = { "mcp-session-id": await sessionOf(target, occasional) };
      return {
        ...(await floodOf(target, message, "/api/mcp")),
        headers: { ...(await headersOf(target, submitter)), ...session },
      };
    },
    met: hasStatus("404"),
  },
  {
    name: "ownerSmallest",
    surface: "Owners' REST",
    habit: `sends the smallest, ${LOOPS} at a time`,
    service: "hr",
    memoryGrowthMb: 150,
    attack: async (target) => ({ ...(await floodOf(target, {}, "/api/leaves")), method: "GET", body: "" }),
    met: hasText("200"),
  },
  {
    name: "natsRequestSmallest",
    surface: "NATS, request/reply",
    habit: "sends the smallest without end on 4 connections, and never reads an answer",
    service: "engine",
    withBroker: true,
    memoryGrowthMb: 200,
    attack: async ({ natsUrl }) => ({
      kind: "crowd",
      url: natsUrl!,
      connections: 4,
      first: base64(`CONNECT {"verbose":false,"pedantic":false}\r\nSUB ${INBOX} 1\r\n`),
      endless: base64(`PUB ${RPC.submit.subject} ${INBOX} 2\r\n{}\r\n`.repeat(SMALLEST_AT_ONCE)),
      reads: false,
    }),
  },
];

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
  const ownNotification = {
    ...sample,
    userId: toObjectId(submitter.userId),
    message: "x".repeat(MESSAGE_LENGTH),
  };
  await notifications.insertMany(Array.from({ length: NOTIFICATIONS }, () => ({ ...ownNotification })));
}

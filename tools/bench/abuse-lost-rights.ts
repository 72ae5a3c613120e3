import { setTimeout as delay } from "node:timers/promises";
import { toObjectId } from "@countersign/mongo";
import {
  type AbuseHabit,
  ACK,
  base64,
  crowdOf,
  floodOf,
  heard,
  httpRequest,
  initOf,
  LOOPS,
  messageOf,
  OK,
  refused,
  sessionOf,
  UNAUTHENTICATED,
  UPGRADE,
} from "./abuse-attacks.ts";
import type { Flood } from "./abuse-process.ts";
import type { AbuseTarget } from "./abuse-target.ts";
import { approver, benchEngine, occasional, submitter, submitRun } from "./approval-runs.ts";
import { seedOpenRuns } from "./seed-runs.ts";

/** A token's shortest life. */
const BRIEFLY = "1s";
/** The token's life and one second. */
const SINCE_MS = 2_000;
const SECOND_MS = 1_000;
const TIMER_EARLY_MS = 5;
const TASKS = 5_000;
/** End of a chunked answer, after which the connection would stay open. */
const END_OF_STREAM = "\r\n0\r\n\r\n";
const [ENDED, FORBIDDEN] = ["Token expired", "Forbidden"];

/** Attacks of a user who lost the right a second ago. */
export const LOST_RIGHTS: readonly AbuseHabit[] = [
  {
    name: "graphqlExpired",
    surface: "GraphQL over HTTP",
    habit: `asks with a token that expired a second ago, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 150,
    attack: (target) => withExpiredToken(target, floodOf(target, { query: "{ __typename }" })),
    met: refused("401"),
  },
  {
    name: "graphqlRemoved",
    surface: "GraphQL over HTTP",
    habit: `approves, removed from the approvers a second ago, ${LOOPS} at a time`,
    service: "engine",
    memoryGrowthMb: 150,
    attack: approveOnceRemoved,
    met: async ({ counts }, { store }) =>
      (counts["200"] ?? 0) > 0 &&
      (await store.db.collection("workflow_tasks").countDocuments({ status: "AWAITING_APPROVAL" })) === 1 &&
      (await store.db.collection("workflow_approvals").countDocuments({ status: "APPROVED" })) === 0,
  },
  {
    name: "socketExpires",
    surface: "WebSocket after the ack",
    habit: `subscribes until its token expires, and comes again with it, on ${LOOPS} sockets`,
    service: "engine",
    memoryGrowthMb: 150,
    attack: async (target) => async () => {
      await nextSecond();
      return {
        ...crowdOf(target, LOOPS, UPGRADE + (await initOf(target, BRIEFLY))),
        answer: { to: ACK, write: base64(messageOf(SUBSCRIBE)) },
        reads: true,
        looksFor: [ENDED, FORBIDDEN],
        endsAt: [ENDED, FORBIDDEN],
      };
    },
    met: heard(ENDED, FORBIDDEN),
  },
  {
    name: "downloadExpires",
    surface: "Downloads",
    habit: `downloads without end until the token expires, and goes on, on ${LOOPS} connections`,
    service: "engine",
    memoryGrowthMb: 250,
    attack: async (target, quick) => {
      await seedOpenRuns(target.store, quick ? 2 : TASKS);
      return () => untilExpired(target, "GET /api/workflow/task/download", LOOPS);
    },
    met: heard(OK, UNAUTHENTICATED),
  },
  {
    name: "sseExpires",
    surface: "MCP over SSE",
    habit: `reads ${LOOPS} streams until the token expires, and opens them again with it`,
    service: "journal",
    memoryGrowthMb: 150,
    attack: async (target) => async () => ({
      ...(await untilExpired(target, "GET /api/mcp/sse", 1)),
      endsAt: [END_OF_STREAM],
    }),
    met: heard(OK, UNAUTHENTICATED),
  },
  {
    name: "sessionExpired",
    surface: "MCP over Streamable HTTP",
    habit: `goes on in its session with a token that expired a second ago, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 150,
    attack: async (target) => {
      const flood = await floodOf(target, { jsonrpc: "2.0", id: 1, method: "tools/list" }, "/api/mcp");
      const session = { "mcp-session-id": await sessionOf(target, submitter) };
      return withExpiredToken(target, { ...flood, headers: { ...flood.headers, ...session } });
    },
    met: refused("401"),
  },
];

const SUBSCRIBE = {
  type: "subscribe",
  id: "1",
  payload: { query: "subscription { workflowNotificationAdded { _id } }" },
};

async function withExpiredToken(target: AbuseTarget, asked: Flood | Promise<Flood>): Promise<Flood> {
  const authorization = await target.bearer(submitter, BRIEFLY);
  await delay(SINCE_MS);
  const flood = await asked;
  return { ...flood, headers: { ...flood.headers, authorization } };
}

/**
 * Waits until just after the next whole second, at which tokens expire, so that a new token lives its full time. A timer
 * may fire a little before the clock is there: then the token would have expired when it was made.
 */
const nextSecond = () => delay(SECOND_MS - (Date.now() % SECOND_MS) + TIMER_EARLY_MS);

/** Requests with a token that expires while they are answered; each connection ends with the last of them. */
async function untilExpired(target: AbuseTarget, line: string, pipelined: number) {
  await nextSecond();
  const brief = { authorization: await target.bearer(submitter, BRIEFLY) };
  const [request, last] = await Promise.all([
    httpRequest(target, line, "", brief),
    httpRequest(target, line, "", { ...brief, connection: "close" }),
  ]);
  const crowd = crowdOf(target, LOOPS, request.repeat(pipelined - 1) + last);
  return { ...crowd, reads: true, looksFor: [OK, UNAUTHENTICATED] };
}

async function approveOnceRemoved(target: AbuseTarget): Promise<Flood> {
  const { store } = target;
  const engine = benchEngine(store);
  const approverIds = [approver.userId, occasional.userId];
  const [decision] = await submitRun(engine, { stages: 1, approverIds });
  const mine = { approverId: toObjectId(approver.userId) };
  const row = await store.db.collection("workflow_approvals").findOne(mine);
  await engine.approvals.remove({ ...submitter, privileged: true }, row!._id.toHexString());
  await delay(SECOND_MS);
  const input = { taskId: decision!.taskId, status: "APPROVED" };
  const query = `mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`;
  const flood = await floodOf(target, { query, variables: { input } });
  return { ...flood, headers: { ...flood.headers, authorization: await target.bearer(approver) } };
}

import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type BusMessage, RequestRefused, RequestUnanswered } from "@countersign/bus";
import {
  type Amendment,
  type Cancellation,
  cloudEvent,
  MESSAGES,
  RPC,
  type Submission,
} from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import type { AmendPolicy } from "./model.ts";
import type { Random } from "./random.ts";
import type { Result } from "./tracker.ts";
import type { Replica, World } from "./world.ts";

const REQUEST_TIMEOUT_MS = 30_000;
const AMEND_TIMEOUT_MS = 4_000;
const RETRY_MS = 50;
const NOT_ACTIONABLE = "Approval not found or cannot be updated";

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Asks a replica. `undefined`: no answer, so its effect is unknown. */
async function post(
  world: World,
  replica: Replica,
  request: { path: string; userId: string; privileged?: true; body: unknown },
): Promise<Answer | undefined> {
  const url = world.urlOf(replica);
  if (url === undefined) return undefined;
  try {
    const response = await fetch(new URL(request.path, url), {
      method: "POST",
      headers: {
        authorization: await world.tokens.bearer({
          sub: request.userId,
          companyId: world.companyId,
          ...(request.privileged && { privileged: true }),
        }),
        "content-type": "application/json",
      },
      body: JSON.stringify(request.body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** A verdict through one of the engines. */
export async function decideThrough(
  world: World,
  replica: Replica,
  verdict: { userId: string; taskId: string; status: "APPROVED" | "REJECTED" },
): Promise<Result> {
  const { userId, ...input } = verdict;
  const query = `mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`;
  const answer = await post(world, replica, {
    path: "/graphql",
    userId,
    body: { query, variables: { input } },
  });
  const { data, errors } = (answer?.body ?? {}) as {
    data?: { updateWorkflowApprovalStatus?: boolean } | null;
    errors?: { message: string }[];
  };
  if (data?.updateWorkflowApprovalStatus === true) return "done";
  return errors?.[0]?.message === NOT_ACTIONABLE ? "refused" : "unknown";
}

/** A verdict of a batch. */
export interface BulkItem {
  taskId: string;
  status: "APPROVED" | "REJECTED";
}

/**
 * A batch of verdicts through one of the engines.
 *
 * @returns what became of each item; `undefined` when the effect on some is unknown
 */
export async function decideManyThrough(
  world: World,
  replica: Replica,
  batch: { userId: string; idempotencyKey: string; items: readonly BulkItem[] },
): Promise<string[] | undefined> {
  const { userId, idempotencyKey } = batch;
  const items = batch.items.map(({ taskId, status }) => ({ taskId, status }));
  const query = `mutation ($input: DecideManyInput!) { decideMany(input: $input) { result message } }`;
  const variables = { input: { items, remark: "all of them", idempotencyKey } };
  const answer = await post(world, replica, { path: "/graphql", userId, body: { query, variables } });
  const { data } = (answer?.body ?? {}) as {
    data?: { decideMany?: { result: string; message: string | null }[] } | null;
  };
  const results = data?.decideMany;
  const isAnswered = results?.every(
    ({ result, message }) => result !== "FAILED" || message === NOT_ACTIONABLE,
  );
  return isAnswered === true ? results?.map(({ result }) => result) : undefined;
}

/** Recalls a document through one of the engines, as a privileged user. */
export async function recallThrough(
  world: World,
  replica: Replica,
  recall: { userId: string; refId: string; idempotencyKey: string },
): Promise<Result> {
  const { userId, ...recallInput } = recall;
  const query = `mutation ($input: RecallDocumentInput!) { recallDocument(input: $input) }`;
  const variables = { input: { ...recallInput, reason: "wrong" } };
  const request = { path: "/graphql", userId, privileged: true, body: { query, variables } } as const;
  const { data, errors } = ((await post(world, replica, request))?.body ?? {}) as {
    data?: { recallDocument?: boolean } | null;
    errors?: { extensions: { code: string } }[];
  };
  if (data?.recallDocument === true) return "done";
  return errors?.[0]?.extensions.code === "NOT_FOUND" ? "refused" : "unknown";
}

/** Creates a leave at the HR service. @returns its id; `undefined` when the effect is unknown */
export async function createLeave(
  world: World,
  { userId, employeeId }: { userId: string; employeeId: string },
): Promise<string | undefined> {
  const body = { employeeId, from: "2027-03-01", to: "2027-03-05" };
  const answer = await post(world, "hr", { path: "/api/leaves", userId, body });
  return answer?.status === 201 ? String(answer.body["_id"]) : undefined;
}

export async function cancelLeave(world: World, userId: string, id: string): Promise<Result> {
  const answer = await post(world, "hr", { path: `/api/leaves/${id}/cancel`, userId, body: {} });
  if (answer?.status === 200) return "done";
  return answer?.status === 409 ? "refused" : "unknown";
}

/** Submits a leave again that was recalled. */
export async function submitLeave(world: World, userId: string, id: string): Promise<Result> {
  const answer = await post(world, "hr", { path: `/api/leaves/${id}/submit`, userId, body: {} });
  if (answer?.status === 200) return "done";
  return answer?.status === 409 ? "refused" : "unknown";
}

/** Sets what happens to documents that change while their approval is in progress. */
export async function setOnAmend(world: World, onAmend: AmendPolicy): Promise<void> {
  const query = `mutation ($input: UpdateApprovalSettingsInput!) { updateApprovalSettings(input: $input) { onAmend } }`;
  const request = {
    path: "/graphql",
    userId: newId(),
    privileged: true,
    body: { query, variables: { input: { onAmend } } },
  } as const;
  for (;;) {
    await world.healWorld();
    const { data } = ((await post(world, "engine-1", request))?.body ?? {}) as {
      data?: { updateApprovalSettings?: { onAmend?: string } };
    };
    if (data?.updateApprovalSettings?.onAmend === onAmend) return;
    await delay(RETRY_MS);
  }
}

/** Amends a document by a request over the broker. `unreached`: no engine was connected. */
export async function amendDocument(world: World, amendment: Amendment): Promise<Result | "unreached"> {
  try {
    await world.bus.request(RPC.amend.subject, amendment, { timeoutMs: AMEND_TIMEOUT_MS });
    return "done";
  } catch (error) {
    if (error instanceof RequestUnanswered && !error.possiblyHandled) return "unreached";
    const isRefused = error instanceof RequestRefused && (error.code === 404 || error.code === 409);
    return isRefused ? "refused" : "unknown";
  }
}

/** Keeps all durable commands of a business service, to publish them again after a lost stream. */
export interface CommandLog {
  /** Publishes until the broker has it, one command at a time. */
  send(type: "submitCommand" | "cancelCommand", data: Submission | Cancellation): Promise<void>;
  readonly ids: readonly string[];
  /** Runs the work while nothing is sent, then publishes everything again. */
  recover(work: () => Promise<void>): Promise<void>;
}

const REPEAT_PROBABILITY = 0.3;

export function createCommandLog(world: World, random: Random): CommandLog {
  const sentMessages: BusMessage[] = [];
  let turn: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work);
    return turn;
  }
  async function publish(message: BusMessage): Promise<void> {
    for (;;) {
      try {
        return await world.bus.publish(message);
      } catch {
        await delay(RETRY_MS);
      }
    }
  }

  return {
    get ids() {
      return sentMessages.map(({ id }) => id);
    },
    send: (name, data) =>
      inTurn(async () => {
        const { type, address: subject } = MESSAGES[name];
        const id = randomUUID();
        const envelope = { id, source: "/faults", type, subject: data.refId, time: new Date(), data };
        const message = { subject, id, data: cloudEvent(envelope) };
        sentMessages.push(message);
        await publish(message);
        // As if the broker had forgotten the first: consumers compare event ids.
        if (random.chance(REPEAT_PROBABILITY)) await publish({ ...message, id: randomUUID() });
      }),
    recover: (work) =>
      inTurn(async () => {
        await work();
        for (const message of sentMessages) await publish({ ...message, id: randomUUID() });
      }),
  };
}

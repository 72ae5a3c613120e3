import { z } from "zod";

import type { Caller } from "../../shared/caller.ts";
import { parseInput } from "../../shared/parse-input.ts";
import { after } from "../../shared/place.ts";
import { escapeHidden } from "@countersign/domain/text";
import { type AgentRequest, statusAt } from "../records.ts";
import { listRequests, ownRequest } from "../requests.ts";
import { viewOfRequest } from "../request-view.ts";
import {
  type AskParts,
  type AskTool,
  asText,
  defineAskTool,
  listedItems,
  ownRequestOutput,
  pageFields,
  requestId,
  status,
} from "./ask-tool.ts";

/** Most seconds of one wait: clients give up on a call after about a minute. */
const WAIT_MAX_S = 45;
/** When asking again makes sense for whoever does not wait, in seconds. */
const RETRY_S = 15;

/** How the caller's request stands, with its grant if it was approved. */
async function shownTo(parts: AskParts, caller: Caller, request: AgentRequest, retryAfter: number) {
  const { view, approval } = await viewOfRequest(parts, caller, request, parts.clock());
  // An auditor may not act on it (contract-3, AUD-1).
  const grant = caller.isAuditor ? undefined : await parts.grants.of(request, approval);
  return {
    ...view,
    ...(view.status === "PENDING" && { retryAfter }),
    ...(grant !== undefined && { grant }),
  };
}

/** `get_approval` (contract-3, ASK-3). */
export const getApprovalTool = (parts: AskParts): AskTool =>
  defineAskTool({
    name: "get_approval",
    title: "Read a request",
    description:
      "How one of your requests stands, and who decided what. For APPROVED it has a grant for one call, which ends ten " +
      "minutes after it was first given; ask anew afterwards.",
    annotations: { readOnlyHint: true, idempotentHint: true },
    input: z.object({ id: requestId }),
    output: ownRequestOutput,
    onFailure: parts.onFailure,
    async run({ id }, { caller }) {
      return asText(await shownTo(parts, caller, await ownRequest(parts, caller, id), RETRY_S));
    },
  });

/** `wait_for_approval` (contract-3, ASK-3). */
export const waitForApprovalTool = (parts: AskParts): AskTool =>
  defineAskTool({
    name: "wait_for_approval",
    title: "Wait for a decision",
    description:
      "Waits until one of your requests is decided, at most 45 seconds, and answers like get_approval. While it is PENDING, " +
      "call again.",
    annotations: { readOnlyHint: true, idempotentHint: true },
    input: z.object({
      id: requestId,
      seconds: z
        .number()
        .min(1)
        .default(WAIT_MAX_S)
        .describe(`How long to wait, at most ${WAIT_MAX_S}, which is the default`),
    }),
    output: ownRequestOutput,
    onFailure: parts.onFailure,
    async run({ id, seconds }, { caller, principal, aside, signal }) {
      const leftMs = principal.expiresAt * 1_000 - Date.now();
      const request = await parts.waits.wait(caller, id, {
        ms: Math.min(seconds * 1_000, WAIT_MAX_S * 1_000, Math.max(leftMs, 0)),
        signal,
        read: () => ownRequest(parts, caller, id),
        isOver: (read) => read.status !== "PENDING" || read.question !== undefined,
        aside,
      });
      // A person answers, which takes longer.
      const retryAfter = request.question === undefined ? 1 : RETRY_S;
      return asText(await shownTo(parts, caller, request, retryAfter));
    },
  });

/** `list_my_requests` (contract-3, ASK-1). */
export const listMyRequestsTool = (parts: AskParts): AskTool =>
  defineAskTool({
    name: "list_my_requests",
    title: "List your requests",
    description: "What you have asked people for with this token's user, newest first.",
    annotations: { readOnlyHint: true, idempotentHint: true },
    input: z.object(pageFields),
    output: listedItems,
    onFailure: parts.onFailure,
    async run({ take, cursor }, { caller }) {
      const place = parseInput(z.object({ cursor: after }), { cursor }).cursor ?? undefined;
      const { requests, next } = await listRequests(parts, caller, { take, after: place });
      const now = parts.clock();
      const items = requests.map((request) => {
        const { _id: id, kind, title, requestedAt } = request;
        const requestTime = requestedAt.toISOString();
        return {
          id,
          kind,
          title: escapeHidden(title),
          status: statusAt(request, now),
          requestedAt: requestTime,
        };
      });
      return asText({ items, ...(next !== undefined && { nextCursor: next }) });
    },
  });

/** `withdraw_request` (contract-3, ASK-1). */
export const withdrawRequestTool = (parts: AskParts): AskTool =>
  defineAskTool({
    name: "withdraw_request",
    title: "Withdraw a request",
    description:
      "Takes one of your requests back, so that nobody has to decide it. One that has ended stays as it is.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    input: z.object({
      id: requestId,
      reason: z.string().max(2_000).optional().describe("Why, for those who were asked"),
    }),
    output: z.object({ id: z.string(), status }),
    onFailure: parts.onFailure,
    async run({ id, reason }, { caller }) {
      const request = await parts.commands.withdrawRequest(caller, { id, reason });
      return asText({ id, status: statusAt(request, parts.clock()) });
    },
  });

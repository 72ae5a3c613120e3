import type { KindRegistry } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { createNumbers, sessionOption, toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { peopleNamed, startRun } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { toRecord } from "../shared/record-of.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { AGENT_REQUESTS, type AgentRequest, type AgentRequestRecord } from "./records.ts";
import { refuseFlood, refuseRejected } from "./refuse-floods.ts";
import { type RequestInput, readRequest } from "./request-inputs.ts";
import { ofCaller, requestsIn } from "./requests.ts";

/** Name of the one stage of a request that names its approvers itself. */
const STAGE = "Approval";

/**
 * `request_approval`: an agent asks people to allow something (contract-3, ASK-2). Document, run and request are one
 * transaction. Nobody vouches for what an agent says: conditions count as unverified, and facts name nobody.
 *
 * The same key with the same content is the same request, whatever has become of it.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`, `TOO_MANY_REQUESTS`; `CONFLICT` for what was rejected and
 *   has not changed; and as `decide` does for a submission
 */
export function createRequestApproval({
  kinds,
  transact,
  rules,
}: {
  kinds: KindRegistry;
  transact: Transact;
  rules: { returnRequeue: boolean };
}) {
  return async (caller: Caller, given: Readonly<Record<string, unknown>>): Promise<AgentRequest> => {
    const request = readRequest(kinds, given);
    return transact(async (scope) => {
      const first = await earlier(scope, caller, request);
      if (first !== undefined) return first;
      await refuseFlood(scope, caller);
      await refuseRejected(scope, caller, request);
      return started(scope, caller, request, rules);
    });
  };
}

/** The request that the key stands for, if there is one. */
async function earlier(
  scope: TransactionScope,
  caller: Caller,
  { idempotencyKey: key, contentHash }: RequestInput,
): Promise<AgentRequest | undefined> {
  const found = await requestsIn(scope).findOne({ ...ofCaller(caller), key }, sessionOption(scope));
  if (found === null) return undefined;
  if (found.contentHash === contentHash) return toRecord(found);
  throw new DomainError("IDEMPOTENCY_KEY_REUSED", text("run.keyReused"), { field: "idempotencyKey" });
}

async function started(
  scope: TransactionScope,
  caller: Caller,
  request: RequestInput,
  rules: { returnRequeue: boolean },
): Promise<AgentRequest> {
  const { companyId, userId: submitterId } = caller;
  const { kind, workflowId, approvers, expiresIn, document, action, audience } = request;
  const refId = scope.newId();
  const expiresAt = new Date(scope.now.getTime() + expiresIn * 1_000);
  const [number = 0] = await createNumbers(scope).next(companyId, "AR");
  const stages = approvers && [{ name: STAGE, order: 1, approveBy: "ALL" as const, approverIds: approvers }];
  const named = [
    ...peopleNamed({ submitterId, document }),
    ...(approvers ?? []).map((userId, at) => ({ field: `approvers.${at}`, userId })),
  ];
  const { runId, revision = 1 } = await startRun(
    scope,
    caller,
    {
      refId,
      kind,
      ref: `AR-${String(number).padStart(6, "0")}`,
      submitterId,
      workflowId,
      dynamicStages: stages,
      document,
      action,
      expiresAt,
      named,
      byOwner: false,
    },
    rules,
  );
  const record: AgentRequestRecord = {
    _id: toObjectId(refId),
    ...ofCaller(caller),
    runId: toObjectId(runId),
    kind,
    title: document.title,
    key: request.idempotencyKey,
    contentHash: request.contentHash,
    subjectHash: request.subjectHash,
    ...(action && { actionSha256: action.sha256 }),
    revision,
    audience,
    status: "PENDING",
    requestedAt: scope.now,
    expiresAt,
    claimedUntil: expiresAt,
  };
  await scope.write({ insert: AGENT_REQUESTS, documents: [record] });
  return toRecord(record);
}

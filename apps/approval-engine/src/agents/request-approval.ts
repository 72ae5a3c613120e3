import type { KindRegistry } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { sessionOption, toHex, toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";

import {
  type RuleVersion,
  type StartRules,
  createRunsRepository,
  peopleNamed,
  startRuledRun,
} from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { nextRefs } from "../shared/record-use-cases.ts";
import { toRecord } from "../shared/record-of.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { askedPeople } from "./asked-people.ts";
import { type RejectedBefore, findRejections } from "./find-rejections.ts";
import { AGENT_REQUESTS, type AgentRequest, type AgentRequestRecord } from "./records.ts";
import { refuseFlood } from "./refuse-floods.ts";
import { type RequestInput, readRequest } from "./request-inputs.ts";
import { ofCaller, requestsIn } from "./requests.ts";

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
  runs,
  rules,
}: {
  kinds: KindRegistry;
  runs: RunCommands;
  rules: StartRules;
}) {
  return async (caller: Caller, input: Readonly<Record<string, unknown>>): Promise<AgentRequest> => {
    const request = readRequest(kinds, input);
    let ref: string | undefined;
    return runs.together(async (scope) => {
      const earlierRequest = await findEarlier(scope, caller, request);
      if (earlierRequest !== undefined) return earlierRequest;
      await refuseFlood(scope, caller);
      const rejectedBefore = await findRejections(scope, caller, request);
      ref ??= await nextRef(scope, caller);
      return startRequest(scope, caller, { ...request, ref, rejectedBefore }, rules);
    });
  };
}

/**
 * The next of the company's numbers, such as `AR-000001`. It is taken outside of the transaction, and once for all its
 * attempts: requests of a company do not wait for each other, and one that is refused leaves a gap.
 */
async function nextRef({ db }: TransactionScope, { companyId }: Caller): Promise<string> {
  const [ref = ""] = await nextRefs({ db }, companyId, "AR", 1);
  return ref;
}

/** The request that the key stands for, if there is one. */
async function findEarlier(
  scope: TransactionScope,
  caller: Caller,
  { idempotencyKey: key, contentHash }: RequestInput,
): Promise<AgentRequest | undefined> {
  const request = await requestsIn(scope).findOne({ ...ofCaller(caller), key }, sessionOption(scope));
  if (request === null) return undefined;
  // The request says what followed from its run's last write once that is there.
  await createRunsRepository(scope).currentOf(caller.companyId, toHex(request._id));
  if (request.contentHash === contentHash) return toRecord(request);
  throw new DomainError("IDEMPOTENCY_KEY_REUSED", text("run.keyReused"), { field: "idempotencyKey" });
}

async function startRequest(
  scope: TransactionScope,
  caller: Caller,
  request: RequestInput & { ref: string; rejectedBefore: RejectedBefore },
  rules: StartRules,
): Promise<AgentRequest> {
  const { userId: submitterId } = caller;
  const { kind, ref, rejectedBefore, expiresIn, document, action, audience } = request;
  const refId = scope.newId();
  const expiresAt = new Date(scope.now.getTime() + expiresIn * 1_000);
  const people = await askedPeople(scope, caller, request, rejectedBefore.approverIds);
  const { namedPeople, isNamed, ...askedStages } = people;
  const {
    answer: { runId, revision = 1 },
    rules: askingRules,
  } = await startRuledRun(
    scope,
    caller,
    {
      refId,
      kind,
      ref,
      submitterId,
      ...askedStages,
      document,
      action,
      earlierRejections: rejectedBefore.rejections,
      expiresAt,
      named: [...peopleNamed({ submitterId, document }), ...namedPeople],
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
    repeatHash: request.repeatHash,
    ...(action && { actionSha256: action.sha256 }),
    ...(isNamed && { isNamed: true as const }),
    ...(askingRules.length > 0 && { rules: askingRules.map(storedRule) }),
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

const storedRule = ({ workflowId, version }: RuleVersion) => ({
  workflowId: toObjectId(workflowId),
  version,
});

import type { Kind, KindRegistry } from "@countersign/contracts";
import { createRequests, type Scope } from "@countersign/mongo";

import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { transactOnce } from "../shared/retry-safe.ts";
import { ownerOf } from "../shared/owner-of.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type SubmitInput, peopleNamed, submitInputOf } from "./inputs.ts";
import { refuseStageLadders } from "./refuse-stage-ladders.ts";
import { startRun } from "./start-run.ts";
import type { SubmitAnswer } from "./submission.ts";

export interface RunDependencies {
  transact: Transact;
  rules: { returnRequeue: boolean };
}

export interface SubmitDependencies extends RunDependencies {
  kinds: KindRegistry;
}

/**
 * `submit`: starts the run of a document. With a `requestId` the same submission gets the first answer again.
 *
 * @throws DomainError `INVALID_INPUT`, `REQUEST_ID_REUSED`, `IDEMPOTENCY_KEY_REUSED`, and as `decide` does for a submission
 */
export function createSubmitDocument({ kinds, transact, rules }: SubmitDependencies) {
  const submitInput = submitInputOf(kinds);
  return async (caller: Caller, input: SubmitInput): Promise<SubmitAnswer> => {
    const command = parseInput(submitInput, input);
    const { idempotencyKey: _key, ...submission } = command;
    return transactOnce(transact, { caller, operation: "submit", command }, async (scope) =>
      answerOnce(scope, caller, submission, async () => {
        await refuseStageLadders(scope, caller.companyId, submission.dynamicStages);
        const named = peopleNamed(submission, input);
        const own = { ...submission, named, byOwner: caller.isService === true };
        return startRun(scope, caller, own, rules);
      }),
    );
  };
}

/**
 * Does the work once for each request id of an owner: a repeated request gets the first answer again.
 *
 * @throws DomainError `REQUEST_ID_REUSED` when the owner used the id for another request
 */
export async function answerOnce<A>(
  scope: Scope & Pick<TransactionScope, "kinds">,
  { companyId }: Caller,
  { requestId, ...content }: { requestId: string | undefined; kind: Kind },
  work: () => Promise<A>,
): Promise<A> {
  if (requestId === undefined) return work();
  const request = {
    companyId,
    owner: ownerOf(scope.kinds, content.kind),
    operation: "submit",
    requestId,
    content,
  };
  return (await createRequests(scope).once(request, work)).answer;
}

import type { Kind, KindRegistry } from "@countersign/contracts";
import type { Id, StageInput } from "@countersign/domain/approval";
import { createRequests } from "@countersign/mongo";

import { refuseReferences } from "../ladders/index.ts";
import type { Caller } from "../shared/caller.ts";
import { ownerOf } from "../shared/owner-of.ts";
import { parseInput } from "../shared/parse-input.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type SubmitInput, peopleNamed, submitInputOf } from "./inputs.ts";
import { createRunsRepository } from "./runs-repository.ts";
import { type StartRules, startRun } from "./start-run.ts";
import type { SubmitAnswer } from "./submission.ts";

/** Of commands on one run. */
export interface OneRunDependencies {
  runs: RunCommands;
  rules: { returnRequeue: boolean };
}

export interface RunDependencies {
  runs: RunCommands;
  rules: StartRules;
}

export interface SubmitDependencies extends RunDependencies {
  kinds: KindRegistry;
}

/**
 * `submit`: starts the run of a document. With a `requestId` the same submission gets the first answer again.
 *
 * @throws DomainError `INVALID_INPUT`, `REQUEST_ID_REUSED`, `IDEMPOTENCY_KEY_REUSED`, and as `decide` does for a submission
 */
export function createSubmitDocument({ kinds, runs, rules }: SubmitDependencies) {
  const submitInput = submitInputOf(kinds);
  return async (caller: Caller, input: SubmitInput): Promise<SubmitAnswer> => {
    const command = parseInput(submitInput, input);
    const { idempotencyKey: _key, ...submission } = command;
    const { refId: inTurn } = command;
    const how = "together";
    return onRunOnce(runs, { caller, operation: "submit", command, inTurn, how }, async (scope) =>
      answerOnce(scope, caller, submission, async () => {
        await refuseStageLadders(scope, caller.companyId, submission.dynamicStages);
        const namedPeople = peopleNamed(submission, input);
        const ownSubmission = { ...submission, named: namedPeople, byOwner: caller.isService === true };
        return startRun(scope, caller, ownSubmission, rules);
      }),
    );
  };
}

/**
 * Does the work once for each request id of an owner: a repeated request gets the first answer again, once what followed
 * from the first time is there.
 *
 * @throws DomainError `REQUEST_ID_REUSED` when the owner used the id for another request
 */
export async function answerOnce<A>(
  scope: TransactionScope,
  { companyId }: Caller,
  { requestId, ...content }: { requestId: string | undefined; kind: Kind; refId: Id },
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
  const { answer, repeated } = await createRequests(scope).once(request, work);
  if (repeated) await createRunsRepository(scope).currentOf(companyId, content.refId);
  return answer;
}

/**
 * Refuses inline stages whose ladders name what the company does not have (contract-3, TIME-3).
 *
 * @throws DomainError `INVALID_INPUT` naming the field
 */
export async function refuseStageLadders(
  scope: TransactionScope,
  companyId: Id,
  dynamicStages: readonly Pick<StageInput, "ladder">[] = [],
): Promise<void> {
  const ladders = dynamicStages.map(({ ladder }, index) => ({ field: `dynamicStages.${index}`, ladder }));
  await refuseReferences(scope, companyId, ladders);
}

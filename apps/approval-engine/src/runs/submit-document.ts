import type { SubmitAnswer } from "../engine.ts";
import type { Caller } from "../shared/caller.ts";
import { type SubmitInput, submitInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { startRun } from "./start-run.ts";
import type { Attempt, Transact } from "../shared/transact.ts";

export interface SubmitDependencies {
  transact: Transact;
  rules: { returnRequeue: boolean };
}

/**
 * `submit`: starts the run of a document. With a `requestId` the same submission gets the first answer again.
 *
 * @throws DomainError `INVALID_INPUT`, `REQUEST_ID_REUSED`, and as `decide` does for a submission
 */
export function createSubmitDocument({ transact, rules }: SubmitDependencies) {
  return async (caller: Caller, input: SubmitInput): Promise<SubmitAnswer> => {
    const submission = parseInput(submitInput, input);
    return transact(async (attempt) =>
      answerOnce(attempt, caller, submission, async () =>
        startRun(attempt, caller, { ...submission, byOwner: caller.isService === true }, rules),
      ),
    );
  };
}

/**
 * Does the work once for each request id: a repeated request gets the first answer again.
 *
 * @throws DomainError `REQUEST_ID_REUSED` when the id was used for another request
 */
export async function answerOnce<A>(
  { repositories }: Attempt,
  { companyId }: Caller,
  { requestId, ...content }: { requestId: string | undefined },
  work: () => Promise<A>,
): Promise<A> {
  if (requestId === undefined) return work();
  const request = { companyId, operation: "submit", requestId, content };
  return (await repositories.requests.once(request, work)).answer;
}

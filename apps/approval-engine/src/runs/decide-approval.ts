import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import { type DecideInput, decideInput } from "./inputs.ts";
import { recordVerdict } from "./record-verdict.ts";
import type { OneRunDependencies } from "./submit-document.ts";

/**
 * `updateWorkflowApprovalStatus`: the caller approves or rejects the active task.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`, and as {@link recordVerdict} does
 */
export function createDecideApproval({ runs, rules }: OneRunDependencies) {
  return async (caller: Caller, input: DecideInput): Promise<void> => {
    const verdict = parseInput(decideInput, input);
    const { taskId: inTurn } = verdict;
    const command = { caller, operation: "decide", command: verdict, inTurn, isVerdict: true };
    await onRunOnce(runs, command, async (scope) => {
      await recordVerdict(scope, caller, verdict, rules);
    });
  };
}

import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type DecideInput, decideInput } from "./inputs.ts";
import { recordVerdict } from "./record-verdict.ts";
import type { RunDependencies } from "./submit-document.ts";

/**
 * `updateWorkflowApprovalStatus`: the caller approves or rejects the active task.
 *
 * @throws DomainError `INVALID_INPUT`, and as {@link recordVerdict} does
 */
export function createDecideApproval({ transact, rules }: RunDependencies) {
  return async (caller: Caller, input: DecideInput): Promise<void> => {
    const verdict = parseInput(decideInput, input);
    await transact(async (scope) => recordVerdict(scope, caller, verdict, rules), verdict.taskId);
  };
}

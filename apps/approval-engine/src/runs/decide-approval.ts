import type { Caller } from "../shared/caller.ts";
import { type DecideInput, decideInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordVerdict } from "./record-verdict.ts";
import type { Transact } from "../shared/transact.ts";

export interface DecideDependencies {
  transact: Transact;
  rules: { returnRequeue: boolean };
}

/**
 * `updateWorkflowApprovalStatus`: the caller approves or rejects the active task.
 *
 * @throws DomainError `INVALID_INPUT`, and as {@link recordVerdict} does
 */
export function createDecideApproval({ transact, rules }: DecideDependencies) {
  return async (caller: Caller, input: DecideInput): Promise<void> => {
    const verdict = parseInput(decideInput, input);
    await transact(async (attempt) => recordVerdict(attempt, caller, verdict, rules), verdict.taskId);
  };
}

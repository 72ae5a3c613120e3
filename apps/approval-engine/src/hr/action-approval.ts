import type { TakeOverPolicy } from "@countersign/domain/approval";

import { type OneRunDependencies, type WorkflowApproval, recordVerdict } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import { type ActionApprovalInput, actionApprovalInput } from "./inputs.ts";

export interface ActionDependencies extends OneRunDependencies {
  rules: OneRunDependencies["rules"] & { hrTakeOver: TakeOverPolicy };
}

/**
 * `actionApproval` of the HR facade: the caller's verdict on an HR document, taking a pending approval of somebody
 * else over where the rules let them.
 *
 * @returns the approval that was decided
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`, and as {@link recordVerdict} does
 */
export function createActionApproval({ runs, rules }: ActionDependencies) {
  return async (caller: Caller, taskId: string, input: ActionApprovalInput): Promise<WorkflowApproval> => {
    const verdict = {
      taskId: parseInput(idInput("taskId"), taskId),
      ...parseInput(actionApprovalInput, input),
    };
    const command = {
      caller,
      operation: "actionApproval",
      command: verdict,
      inTurn: verdict.taskId,
      isVerdict: true,
    };
    return onRunOnce(runs, command, async (scope) => {
      return recordVerdict(scope, caller, verdict, {
        returnRequeue: rules.returnRequeue,
        takeOver: rules.hrTakeOver,
        owner: "hr",
      });
    });
  };
}

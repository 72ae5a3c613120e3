import { DomainError } from "@countersign/domain/errors";
import type { TakeOverPolicy } from "@countersign/domain/approval";
import { text } from "@countersign/texts";

import { type RunDependencies, type WorkflowApproval, approvalOf, recordVerdict } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { transactOnce } from "../shared/retry-safe.ts";
import { type ActionApprovalInput, actionApprovalInput } from "./inputs.ts";

export interface ActionDependencies extends RunDependencies {
  rules: RunDependencies["rules"] & { hrTakeOver: TakeOverPolicy };
}

/**
 * `actionApproval` of the HR facade: the caller's verdict on an HR document, taking a pending approval of somebody
 * else over where the rules let them.
 *
 * @returns the approval that was decided
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`, and as {@link recordVerdict} does
 */
export function createActionApproval({ transact, rules }: ActionDependencies) {
  return async (caller: Caller, taskId: string, input: ActionApprovalInput): Promise<WorkflowApproval> => {
    const verdict = {
      taskId: parseInput(idInput("taskId"), taskId),
      ...parseInput(actionApprovalInput, input),
    };
    const command = { caller, operation: "actionApproval", command: verdict, inTurn: verdict.taskId };
    return transactOnce(transact, command, async (scope) => {
      const approvalId = await recordVerdict(scope, caller, verdict, {
        returnRequeue: rules.returnRequeue,
        takeOver: rules.hrTakeOver,
        owner: "hr",
      });
      const approval = await approvalOf(scope, caller, approvalId);
      if (approval === undefined) throw new DomainError("NOT_FOUND", text("missing.approval"));
      return approval;
    });
  };
}

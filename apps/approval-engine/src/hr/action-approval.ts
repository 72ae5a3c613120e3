import { DomainError } from "@countersign/domain/errors";
import type { TakeOverPolicy } from "@countersign/domain/approval";

import type { WorkflowApproval } from "../shared/records.ts";
import type { Caller } from "../shared/caller.ts";
import { type ActionApprovalInput, actionApprovalInput, idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordVerdict } from "../runs/record-verdict.ts";
import type { Transact } from "../shared/transact.ts";

export interface ActionDependencies {
  transact: Transact;
  rules: { returnRequeue: boolean; hrTakeOver: TakeOverPolicy };
}

/**
 * `actionApproval` of the HR facade: the caller's verdict on an HR document, taking a pending approval of somebody
 * else over where the rules let them.
 *
 * @returns the approval that was decided
 * @throws DomainError `INVALID_INPUT`, and as {@link recordVerdict} does
 */
export function createActionApproval({ transact, rules }: ActionDependencies) {
  return async (caller: Caller, taskId: string, input: ActionApprovalInput): Promise<WorkflowApproval> => {
    const verdict = {
      taskId: parseInput(idInput("taskId"), taskId),
      ...parseInput(actionApprovalInput, input),
    };
    return transact(async (attempt) => {
      const approvalId = await recordVerdict(attempt, caller, verdict, {
        returnRequeue: rules.returnRequeue,
        takeOver: rules.hrTakeOver,
        owner: "hr",
      });
      const approval = await attempt.repositories.runs.approvals.find(caller.companyId, approvalId);
      if (approval === undefined) throw new DomainError("NOT_FOUND", "Workflow approval not found");
      return approval;
    }, verdict.taskId);
  };
}

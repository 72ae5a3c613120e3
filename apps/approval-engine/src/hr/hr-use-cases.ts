import type { RecordDependencies } from "../shared/record-use-cases.ts";
import { type ActionDependencies, createActionApproval } from "./action-approval.ts";
import { createPolicyUseCases } from "./policies.ts";
import { createSeedCompany } from "./seed-company.ts";
import { createSubmitHr } from "./submit-hr.ts";

/** Approvals of HR documents: who is asked follows from the company's policies. */
export function createHrUseCases(dependencies: ActionDependencies & RecordDependencies) {
  return {
    submitHr: createSubmitHr(dependencies),
    actionApproval: createActionApproval(dependencies),
    policies: createPolicyUseCases(dependencies),
    seedCompany: createSeedCompany(dependencies),
  };
}

export type HrUseCases = ReturnType<typeof createHrUseCases>;

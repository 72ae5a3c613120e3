import { DomainError } from "@countersign/domain/errors";
import { type HrApprovalKind, assertLevels } from "@countersign/domain/hr";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { type RecordDependencies, changed, createRecordUseCases } from "../shared/record-use-cases.ts";
import type { HrApprovalPolicy } from "./records.ts";
import { createHrApprovalPolicyInput, updateHrApprovalPolicyInput } from "./inputs.ts";
import { createPolicies } from "./policies-repository.ts";

export const POLICY_SERIES = "HP";

/** `createHrApprovalPolicy`, `updateHrApprovalPolicy`, `deleteHrApprovalPolicy` (specification: "Limits"). */
export function createPolicyUseCases(dependencies: RecordDependencies) {
  return createRecordUseCases<
    HrApprovalPolicy,
    typeof createHrApprovalPolicyInput,
    typeof updateHrApprovalPolicyInput
  >(dependencies, {
    missingText: "missing.policy",
    collection: "hr_approval_policies",
    series: POLICY_SERIES,
    storeOf: createPolicies,
    createInput: createHrApprovalPolicyInput,
    updateInput: updateHrApprovalPolicyInput,
    build: async (scope, companyId, { kind, levels }) => {
      assertLevels(levels);
      await assertOnly(scope, companyId, kind);
      return { kind, levels };
    },
    change: async (scope, record, input) => {
      if (input.levels !== undefined) assertLevels(input.levels);
      if (input.kind !== undefined && input.kind !== record.kind) {
        await assertOnly(scope, record.companyId, input.kind);
      }
      return changed(record, input);
    },
  });
}

/** A company has one policy per kind; of two simultaneous ones the unique index lets one pass. */
async function assertOnly(scope: Scope, companyId: string, kind: HrApprovalKind): Promise<void> {
  if ((await createPolicies(scope).list(companyId, { kind })).length > 0) {
    throw new DomainError("CONFLICT", text("policy.exists", { kind }), { field: "kind" });
  }
}

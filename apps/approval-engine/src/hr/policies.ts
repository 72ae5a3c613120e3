import { DomainError } from "@countersign/domain/errors";
import { type HrApprovalKind, assertLevels } from "@countersign/domain/hr";

import type { HrApprovalPolicy } from "../shared/records.ts";
import type { Repositories } from "../shared/repositories.ts";
import type { DefinitionDependencies } from "../definitions/definitions.ts";
import { createHrApprovalPolicyInput, updateHrApprovalPolicyInput } from "../shared/inputs.ts";
import { changed, createRecordUseCases } from "../shared/record-use-cases.ts";

export const POLICY_SERIES = "HP";

/** `createHrApprovalPolicy`, `updateHrApprovalPolicy`, `deleteHrApprovalPolicy` (specification: "Limits"). */
export function createPolicyUseCases(dependencies: DefinitionDependencies) {
  return createRecordUseCases<
    HrApprovalPolicy,
    typeof createHrApprovalPolicyInput,
    typeof updateHrApprovalPolicyInput
  >(dependencies, {
    label: "HR approval policy",
    collection: "hr_approval_policies",
    series: POLICY_SERIES,
    storeOf: ({ policies }) => policies,
    createInput: createHrApprovalPolicyInput,
    updateInput: updateHrApprovalPolicyInput,
    build: async ({ repositories }, companyId, { kind, levels }) => {
      assertLevels(levels);
      await assertOnly(repositories, companyId, kind);
      return { kind, levels };
    },
    change: async ({ repositories }, record, input) => {
      if (input.levels !== undefined) assertLevels(input.levels);
      if (input.kind !== undefined && input.kind !== record.kind) {
        await assertOnly(repositories, record.companyId, input.kind);
      }
      return changed(record, input);
    },
  });
}

/** A company has one policy per kind; of two simultaneous ones the unique index lets one pass. */
async function assertOnly(
  { policies }: Pick<Repositories, "policies">,
  companyId: string,
  kind: HrApprovalKind,
): Promise<void> {
  if ((await policies.list(companyId, { kind })).length > 0) {
    throw new DomainError("CONFLICT", `The company has a policy for ${kind} already`, { field: "kind" });
  }
}

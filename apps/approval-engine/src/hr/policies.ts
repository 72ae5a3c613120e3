import { DomainError } from "@countersign/domain/errors";
import { type HrApprovalKind, type PolicyLevel, assertLevels, taskKindOf } from "@countersign/domain/hr";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { type NamedPerson, refuseUnknown } from "../approval-settings/index.ts";
import { laddersAmong, refuseReferences, refuseTimeApproval, usersEscalatedTo } from "../ladders/index.ts";
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
      await refuseUnknown(scope, companyId, peopleIn(levels));
      const ladders = laddersAmong("levels", levels);
      await refuseReferences(scope, companyId, ladders);
      await refuseTimeApproval(scope, companyId, ladders, taskKindOf(kind));
      await assertOnly(scope, companyId, kind);
      return { kind, levels };
    },
    change: async (scope, record, input) => {
      if (input.levels !== undefined) {
        assertLevels(input.levels);
        const known = new Set(peopleIn(record.levels).map(({ userId }) => userId));
        const added = peopleIn(input.levels).filter(({ userId }) => !known.has(userId));
        await refuseUnknown(scope, record.companyId, added);
        const present = usersEscalatedTo(record.levels);
        await refuseReferences(scope, record.companyId, laddersAmong("levels", input.levels), present);
      }
      if (input.levels !== undefined || input.kind !== undefined) {
        const { kind = record.kind, levels = record.levels } = input;
        await refuseTimeApproval(scope, record.companyId, laddersAmong("levels", levels), taskKindOf(kind));
      }
      if (input.kind !== undefined && input.kind !== record.kind) {
        await assertOnly(scope, record.companyId, input.kind);
      }
      return changed(record, input);
    },
  });
}

/** The people whom levels name beside their roles. */
const peopleIn = (levels: readonly PolicyLevel[]): NamedPerson[] =>
  levels.flatMap(({ approvers = [] }, index) =>
    approvers.flatMap((one, place) =>
      "approverId" in one
        ? [{ field: `levels.${index}.approvers.${place}.approverId`, userId: one.approverId }]
        : [],
    ),
  );

/** A company has one policy per kind; of two simultaneous ones the unique index lets one pass. */
async function assertOnly(scope: Scope, companyId: string, kind: HrApprovalKind): Promise<void> {
  if ((await createPolicies(scope).list(companyId, { kind })).length > 0) {
    throw new DomainError("CONFLICT", text("policy.exists", { kind }), { field: "kind" });
  }
}

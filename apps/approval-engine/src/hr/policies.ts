import { DomainError } from "@countersign/domain/errors";
import { type HrApprovalKind, type PolicyLevel, assertLevels, taskKindOf } from "@countersign/domain/hr";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { type NamedPerson, refuseUnknown } from "../approval-settings/index.ts";
import { laddersAmong, refuseReferences, refuseTimeApproval, usersEscalatedTo } from "../ladders/index.ts";
import { assertPrivilegedPerson } from "../shared/caller.ts";
import type { ChangedPolicy } from "../shared/reckon-change.ts";
import { type RecordDependencies, withChanges, createRecordUseCases } from "../shared/record-use-cases.ts";
import type { HrApprovalPolicy } from "./records.ts";
import { createHrApprovalPolicyInput, updateHrApprovalPolicyInput } from "./inputs.ts";
import { findPolicy, hasPolicy, publishPolicy } from "./policy-content.ts";
import { createPolicies } from "./policies-repository.ts";

export const POLICY_SERIES = "HP";

/**
 * `createHrApprovalPolicy`, `updateHrApprovalPolicy`, `deleteHrApprovalPolicy` (specification: "Limits"), by privileged
 * people: a policy decides who is asked (contract-4, MEET-4). They edit the policy's newest version, and its row follows.
 */
export function createPolicyUseCases({
  transact,
  noteChange,
}: Pick<RecordDependencies, "transact" | "noteChange">) {
  return createRecordUseCases<
    HrApprovalPolicy,
    typeof createHrApprovalPolicyInput,
    typeof updateHrApprovalPolicyInput
  >(
    { transact, noteChange, authorize: assertPrivilegedPerson },
    {
      missingText: "missing.policy",
      collection: "hr_approval_policies",
      series: POLICY_SERIES,
      storeOf: createPolicies,
      versions: { of: ({ version }) => version, changedText: "policy.hasChanged" },
      createInput: createHrApprovalPolicyInput,
      updateInput: updateHrApprovalPolicyInput,
      build: async (scope, companyId, { kind, levels }) => {
        assertLevels(levels);
        await refuseUnknown(scope, companyId, peopleIn(levels));
        const ladders = laddersAmong("levels", levels);
        await refuseReferences(scope, companyId, ladders);
        await refuseTimeApproval(scope, companyId, ladders, taskKindOf(kind));
        await assertOnly(scope, companyId, kind);
        return { kind, levels, version: 1 };
      },
      change: async (scope, record, input) => {
        if (input.levels !== undefined) {
          assertLevels(input.levels);
          const knownIds = new Set(peopleIn(record.levels).map(({ userId }) => userId));
          const addedPeople = peopleIn(input.levels).filter(({ userId }) => !knownIds.has(userId));
          await refuseUnknown(scope, record.companyId, addedPeople);
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
        return withChanges(record, { ...input, version: record.version + 1 });
      },
      find: findPolicy,
      save: async (scope, caller, { record, created, changeNote }) => {
        await publishPolicy(scope, caller, record, changeNote);
        const policies = createPolicies(scope);
        await (created ? policies.insert([record]) : policies.replace([record]));
      },
      asked: (before, input) => ({ id: before?._id, policies: policiesAfter(before, input) }),
    },
  );
}

/** The policies of the kinds that a command changes, as they would be; without an input it is deleted. */
function policiesAfter(
  before: HrApprovalPolicy | undefined,
  input: { [Key in "kind" | "levels"]?: HrApprovalPolicy[Key] | undefined } | undefined,
): ChangedPolicy[] {
  const { kind = before?.kind, levels = before?.levels } = input ?? {};
  const isGone = before !== undefined && (input === undefined || kind !== before.kind);
  return [
    ...(isGone ? [{ kind: taskKindOf(before.kind), levels: undefined }] : []),
    ...(input && kind && levels ? [{ kind: taskKindOf(kind), levels }] : []),
  ];
}

/** The people whom levels name beside their roles. */
const peopleIn = (levels: readonly PolicyLevel[]): NamedPerson[] =>
  levels.flatMap(({ approvers = [] }, index) =>
    approvers.flatMap((approver, place) =>
      "approverId" in approver
        ? [{ field: `levels.${index}.approvers.${place}.approverId`, userId: approver.approverId }]
        : [],
    ),
  );

/** A company has one policy per kind; of two simultaneous ones the index of newest lists lets one pass. */
async function assertOnly(scope: Scope, companyId: string, kind: HrApprovalKind): Promise<void> {
  if (await hasPolicy(scope, companyId, kind)) {
    throw new DomainError("CONFLICT", text("policy.exists", { kind }), { field: "kind" });
  }
}

import type { Id, StageInput } from "@countersign/domain/approval";

/** A user who approves a stage, and the labels that they carry for PER_GROUP. */
export interface StageApprover {
  approverId: Id;
  groups?: readonly string[] | undefined;
}

/** The approvers of a stage, as decisions take them: each user once, with all their groups. */
export function seatsAmong(approvers: readonly StageApprover[]): Pick<StageInput, "approverIds" | "groups"> {
  const groups: Record<Id, string[]> = {};
  for (const { approverId, groups: own = [] } of approvers) {
    if (own.length > 0) groups[approverId] = [...new Set([...(groups[approverId] ?? []), ...own])];
  }
  return {
    approverIds: [...new Set(approvers.map(({ approverId }) => approverId))],
    ...(Object.keys(groups).length > 0 && { groups }),
  };
}

import type { ApproverSource, Id, StageInput } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";

/** A user who approves a stage, and the labels that they carry for PER_GROUP. */
export interface StageApprover {
  approverId: Id;
  groups?: readonly string[] | undefined;
}

/** The same of users whom the stage does not name (contract-3, SRC-1). */
export interface SourcedApprover {
  source: ApproverSource;
  groups?: readonly string[] | undefined;
}

/** An approver of a stage, as commands name one. */
export type NamedApprover = StageApprover | SourcedApprover;

/** A source, and the labels that those whom it yields carry, as they are stored. */
export interface StoredSource {
  source: ApproverSource;
  groups?: string[];
}

/** The approvers of a stage, as decisions take them: each user once, with all their groups, and then the sources. */
export function seatsAmong(
  approvers: readonly NamedApprover[],
): Pick<StageInput, "approverIds" | "groups"> & { sources?: StoredSource[] } {
  const approverIds = new Set<Id>();
  const groupsOf: Record<Id, string[]> = {};
  const sources: StoredSource[] = [];
  for (const approver of approvers) {
    const { groups: ownGroups = [] } = approver;
    if (!("approverId" in approver)) {
      sources.push({
        source: approver.source,
        ...(ownGroups.length > 0 && { groups: [...new Set(ownGroups)] }),
      });
      continue;
    }
    const { approverId } = approver;
    approverIds.add(approverId);
    if (ownGroups.length > 0)
      groupsOf[approverId] = [...new Set([...(groupsOf[approverId] ?? []), ...ownGroups])];
  }
  return {
    approverIds: [...approverIds],
    ...(Object.keys(groupsOf).length > 0 && { groups: groupsOf }),
    ...(sources.length > 0 && { sources }),
  };
}

/** A user who approves, as they are stored. */
interface NamedUser {
  approverId: Id;
  groups?: string[];
}

/** Users who approve, each once with all their groups. */
export function eachOnce(rows: readonly StageApprover[]): NamedUser[] {
  const { approverIds, groups = {} } = seatsAmong(rows);
  return approverIds.map((approverId) =>
    defined<NamedUser>({ approverId, groups: groups[approverId]?.slice() }),
  );
}

/** The users whom a stage names itself. */
export function usersAmong(approvers: readonly NamedApprover[]): StageApprover[] {
  return approvers.filter((approver) => "approverId" in approver);
}

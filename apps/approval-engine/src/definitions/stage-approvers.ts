import type { Id } from "@countersign/domain/approval";

import { type NamedPerson, refuseUnknown } from "../approval-settings/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { VersionApprover } from "./content.ts";
import type { StageApprover } from "./stage-seats.ts";

/** The groups of an approver as they are stored: each once, and undefined if there are none. */
export function labels(groups: readonly string[] = []): Pick<VersionApprover, "groups"> {
  return groups.length === 0 ? {} : { groups: [...new Set(groups)] };
}

/**
 * Refuses approvers whom the directory does not know, as `refuseUnknown` does; those who are approvers already stay.
 *
 * @throws DomainError `INVALID_INPUT` naming the first of them
 */
export async function refuseStrangers(
  scope: TransactionScope,
  { companyId }: Pick<Caller, "companyId">,
  presentApprovers: readonly Pick<VersionApprover, "approverId">[],
  namedPeople: readonly NamedPerson[],
): Promise<void> {
  const presentIds = new Set(presentApprovers.map(({ approverId }) => approverId));
  await refuseUnknown(
    scope,
    companyId,
    namedPeople.filter(({ userId }) => !presentIds.has(userId)),
  );
}

/** The approvers of a stage after a change. */
interface ReplacedApprovers {
  /** Those who stay under their ids, and then the new ones. */
  approvers: VersionApprover[];
  /** The same users as they were given, each with the groups that they have then. */
  users: StageApprover[];
  /** The ids of those who stay and are given groups, the same or others. */
  namedApproverIds: Set<Id>;
}

/** Replaces the approvers of a stage by the given users. Those who stay keep their groups unless others are given. */
export function replaceApprovers(
  { newId }: Pick<TransactionScope, "newId">,
  presentApprovers: readonly VersionApprover[],
  givenUsers: readonly StageApprover[],
): ReplacedApprovers {
  const givenById = new Map(givenUsers.map((user) => [user.approverId, user]));
  const presentGroups = new Map(presentApprovers.map(({ approverId, groups }) => [approverId, groups]));
  const keptApprovers = presentApprovers.filter(({ approverId }) => givenById.has(approverId));
  const namedApproverIds = keptApprovers.flatMap(({ id, approverId }) =>
    givenById.get(approverId)?.groups === undefined ? [] : [id],
  );
  const newUsers = [...givenById.values()].filter(({ approverId }) => !presentGroups.has(approverId));
  return {
    approvers: [
      ...keptApprovers.map((approver) => withGroups(approver, givenById.get(approver.approverId)?.groups)),
      ...newUsers.map(({ approverId, groups = [] }) => withGroups({ id: newId(), approverId }, groups)),
    ],
    users: [...givenById.values()].map(({ approverId, groups = presentGroups.get(approverId) }) => ({
      approverId,
      groups,
    })),
    namedApproverIds: new Set(namedApproverIds),
  };
}

function withGroups(approver: VersionApprover, groups: readonly string[] | undefined): VersionApprover {
  const { id, approverId } = approver;
  return groups === undefined ? approver : { id, approverId, ...labels(groups) };
}

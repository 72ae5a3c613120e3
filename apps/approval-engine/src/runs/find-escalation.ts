import { type Escalation, type Id, NO_ORGANISATION } from "@countersign/domain/approval";

import { groupDeletions, groupsAmong } from "../groups/index.ts";
import { type OrganisationPlace, createDirectoryRepository } from "../shared/directory-repository.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { FoundOrganisation } from "./find-organisation.ts";

/** How far above somebody who is late managers are read, as far as `decide` looks. */
const LEVELS = 5;

/** Those whom an escalation may ask, for whoever is late. */
export interface EscalationQuery {
  to: Escalation["to"];
  /** The approvers who may be late. */
  lateIds: readonly Id[];
}

/** Reads what an escalation needs (contract-3, TIME-3): two commands for each level of managers, or one for the group. */
export async function findEscalation(
  scope: TransactionScope,
  companyId: Id,
  { to, lateIds }: EscalationQuery,
  since: Date | undefined,
): Promise<FoundOrganisation> {
  const nobody = { organisation: NO_ORGANISATION, places: new Map(), candidateIds: [] };
  if ("userIds" in to) return { ...nobody, candidateIds: [...to.userIds] };
  if ("groupId" in to) {
    const groups = await groupsAmong(scope, companyId, [to.groupId]);
    const members = [...groups.values()].flatMap(({ memberIds }) => memberIds);
    const deletedGroups = { groupIds: groups.size === 0 ? [to.groupId] : [], memberIds: [] };
    const takings = since ? await groupDeletions(scope, companyId, deletedGroups, since) : [];
    return { ...nobody, organisation: { ...NO_ORGANISATION, groups, takings }, candidateIds: members };
  }
  const places = await managersAbove(scope, companyId, lateIds);
  return { ...nobody, places, candidateIds: [...places.values()].flatMap(({ managerId = [] }) => managerId) };
}

async function managersAbove(
  scope: TransactionScope,
  companyId: Id,
  lateIds: readonly Id[],
): Promise<Map<Id, OrganisationPlace>> {
  const directory = createDirectoryRepository(scope);
  const places = new Map<Id, OrganisationPlace>();
  let below = [...new Set(lateIds)];
  for (let level = 1; level <= LEVELS && below.length > 0; level += 1) {
    const managers = await directory.managersOf(companyId, below);
    for (const [userId, place] of managers) places.set(userId, place);
    const above = [...managers.values()].flatMap(({ managerId = [] }) => managerId);
    below = [...new Set(above)].filter((userId) => !places.has(userId));
  }
  return places;
}

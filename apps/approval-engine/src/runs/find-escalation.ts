import { type Escalation, type Id, type Person, NO_ORGANISATION } from "@countersign/domain/approval";

import { groupsAmong } from "../groups/index.ts";
import { createDirectoryRepository } from "../shared/directory-repository.ts";
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
): Promise<FoundOrganisation> {
  const nobody = { organisation: NO_ORGANISATION, places: new Map(), candidateIds: [] };
  if ("userIds" in to) return { ...nobody, candidateIds: [...to.userIds] };
  if ("groupId" in to) {
    const groups = await groupsAmong(scope, companyId, [to.groupId]);
    const members = [...groups.values()].flatMap(({ memberIds }) => memberIds);
    return { ...nobody, organisation: { ...NO_ORGANISATION, groups }, candidateIds: members };
  }
  const places = await managersAbove(scope, companyId, lateIds);
  return { ...nobody, places, candidateIds: [...places.values()].flatMap(({ managerId = [] }) => managerId) };
}

async function managersAbove(
  scope: TransactionScope,
  companyId: Id,
  lateIds: readonly Id[],
): Promise<Map<Id, Pick<Person, "managerId">>> {
  const directory = createDirectoryRepository(scope);
  const places = new Map<Id, Pick<Person, "managerId">>();
  let below = [...new Set(lateIds)];
  for (let level = 1; level <= LEVELS && below.length > 0; level += 1) {
    const managers = await directory.managersOf(companyId, below);
    for (const [userId, managerId] of managers) places.set(userId, { managerId });
    below = [...new Set(managers.values())].filter((userId) => !places.has(userId));
  }
  return places;
}

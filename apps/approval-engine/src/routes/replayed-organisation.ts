import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { groupsAmong } from "../groups/index.ts";
import { assertOneHolder, limitById } from "../limits/index.ts";
import type { OrganisationChange } from "../shared/organisation-change.ts";
import type { AskedChange } from "../shared/reckon-change.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { ReplayedOrganisation } from "./inputs.ts";

/**
 * The change of a group or a limit that is only asked about; undefined without any (contract-4, HIST-1).
 *
 * @throws DomainError `NOT_FOUND` for one that the company does not have, `INVALID_INPUT` for a limit without holder, or with two
 */
export async function organisationChange(
  scope: TransactionScope,
  companyId: Id,
  { kind, group, limit }: ReplayedOrganisation,
): Promise<AskedChange | undefined> {
  if (group === undefined && limit === undefined) return undefined;
  if (group && !(await groupsAmong(scope, companyId, [group._id])).has(group._id)) {
    throw new DomainError("NOT_FOUND", text("missing.group"), { field: "group._id" });
  }
  const changedLimit = limit && (await limitChange(scope, companyId, { kind, limit }));
  return { organisation: defined<OrganisationChange>({ group, limit: changedLimit }) };
}

async function limitChange(
  scope: TransactionScope,
  companyId: Id,
  { kind, limit }: { kind: string; limit: NonNullable<ReplayedOrganisation["limit"]> },
): Promise<NonNullable<OrganisationChange["limit"]>> {
  const { _id, currency, upTo, ...givenHolder } = limit;
  const present = _id === undefined ? undefined : await limitById(scope, companyId, _id);
  if (_id !== undefined && present === undefined) {
    throw new DomainError("NOT_FOUND", text("missing.limit"), { field: "limit._id" });
  }
  const isMoved = givenHolder.userId !== undefined || givenHolder.groupId !== undefined;
  const { userId, groupId } = isMoved ? givenHolder : (present ?? {});
  assertOneHolder({ userId, groupId }, "limit.userId");
  if (upTo === undefined) return { _id };
  const after = { userId, groupId, kind, currency, upTo };
  return { _id, after: defined<NonNullable<NonNullable<OrganisationChange["limit"]>["after"]>>(after) };
}

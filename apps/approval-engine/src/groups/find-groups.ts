import { type Change, type Id, type UserGroup, entryTimes } from "@countersign/domain/approval";
import { type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Db, Filter } from "mongodb";

import { toRecord } from "../shared/record-of.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type StoredGroup, shownGroup } from "./records.ts";
import { GROUPS } from "./repositories.ts";

/** A transaction, or the store outside of any; or one in which a group reads as it would be. */
type ReadScope = Pick<OpenScope, "session"> & Pick<TransactionScope, "asIf"> & { db: Pick<Db, "collection"> };

const FIELDS = { companyId: 1, name: 1, memberIds: 1, active: 1, madeBy: 1 };

/**
 * Those of the groups that live, by id: deleted ones and other companies' are missing, and one that the directory closed
 * is not active (contract-3, SRC-2). One command, by the ids.
 */
export async function groupsAmong(
  scope: ReadScope,
  companyId: Id,
  groupIds: readonly Id[],
): Promise<ReadonlyMap<Id, UserGroup>> {
  const ids = [...new Set(groupIds)].map((id) => toObjectId(id));
  if (ids.length === 0) return new Map();
  const groups = await findGroups(scope, companyId, { _id: { $in: ids } });
  return withGroupAsIf(scope, groups, () => true);
}

/**
 * The living groups in which any of the users is a member, by id; and those from which people took members, or which they
 * closed, since an instant. One command.
 */
export async function groupsOfMembers(
  scope: ReadScope,
  companyId: Id,
  userIds: readonly Id[],
  since?: Date,
): Promise<ReadonlyMap<Id, UserGroup>> {
  const ids = [...new Set(userIds)].map((id) => toObjectId(id));
  if (ids.length === 0) return new Map();
  const takenSince = since ? [{ "madeBy.takings.atMs": { $gte: since.getTime() } }] : [];
  const { group } = scope.asIf ?? {};
  const asIf = group ? [{ _id: toObjectId(group._id) }] : [];
  const groups = await findGroups(scope, companyId, {
    $or: [{ memberIds: { $in: ids } }, ...takenSince, ...asIf],
  });
  return withGroupAsIf(scope, groups, (memberIds) => memberIds.some((id) => userIds.includes(id)));
}

/** The groups as a change that is only asked about would leave them. @param isWanted - whether the changed one is among them then */
function withGroupAsIf(
  { asIf: { group } = {} }: Pick<ReadScope, "asIf">,
  groups: ReadonlyMap<Id, UserGroup>,
  isWanted: (memberIds: readonly Id[]) => boolean,
): ReadonlyMap<Id, UserGroup> {
  const presentGroup = group && groups.get(group._id);
  if (group === undefined || presentGroup === undefined) return groups;
  const { _id, memberIds } = group;
  const changedGroups = new Map(groups);
  if (memberIds.length === 0 || !isWanted(memberIds)) changedGroups.delete(_id);
  else changedGroups.set(_id, { ...presentGroup, memberIds });
  return changedGroups;
}

/**
 * Those who deleted any of the groups, or of those of any of the members, since an instant, and who had taken members from
 * them; one command.
 */
export async function groupDeletions(
  { db, ...scope }: ReadScope,
  companyId: Id,
  { groupIds, memberIds }: { groupIds: readonly Id[]; memberIds: readonly Id[] },
  since: Date,
): Promise<Change[]> {
  if (groupIds.length === 0 && memberIds.length === 0) return [];
  const [_id, members] = [groupIds, memberIds].map((ids) => ({ $in: ids.map((id) => toObjectId(id)) }));
  const deletedGroups = await db
    .collection<StoredGroup>(GROUPS)
    .find(
      {
        $or: [{ _id }, { memberIds: members }],
        companyId: toObjectId(companyId),
        deletedAt: { $gte: since },
      } as Filter<StoredGroup>,
      { ...sessionOption(scope), projection: { deletedAt: 1, updatedBy: 1, madeBy: 1 } },
    )
    .toArray();
  return deletedGroups.flatMap(({ deletedAt, updatedBy, madeBy: { takings = [] } = {} }) =>
    deletedAt && updatedBy
      ? takings.concat({ userId: toHex(updatedBy), atMs: deletedAt.getTime() })
      : takings,
  );
}

async function findGroups(
  { db, ...scope }: ReadScope,
  companyId: Id,
  filter: Filter<StoredGroup>,
): Promise<ReadonlyMap<Id, UserGroup>> {
  const groupRows = await db
    .collection<StoredGroup>(GROUPS)
    .find(
      { ...filter, companyId: toObjectId(companyId), deletedAt: null },
      { ...sessionOption(scope), projection: FIELDS },
    )
    .toArray();
  return new Map(
    groupRows.map((row) => {
      const { _id, name, memberIds, active, madeBy } = shownGroup(toRecord(row));
      return [_id, { name, memberIds, active, ...marksOf(madeBy) }];
    }),
  );
}

/** The marks of a group as the rules read them. */
function marksOf({
  ownEntries,
  opening,
  takings,
  givings,
}: NonNullable<StoredGroup["madeBy"]> = {}): Partial<UserGroup> {
  return {
    ...(ownEntries && { ownEntries: entryTimes(ownEntries) }),
    ...(opening && { opening }),
    ...(takings && { takings }),
    ...(givings && { givings }),
  };
}

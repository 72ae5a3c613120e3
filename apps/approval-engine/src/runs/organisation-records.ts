import type { ApprovalLimit, Id, UserGroup } from "@countersign/domain/approval";
import { type Scope, toHex, toObjectId } from "@countersign/mongo";
import type { Filter, ObjectId } from "mongodb";

interface GroupRow {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string;
  memberIds?: ObjectId[];
  active?: boolean;
  deletedAt?: Date | null;
}

interface LimitRow {
  companyId: ObjectId;
  userId?: ObjectId;
  groupId?: ObjectId;
  kind: string;
  currency: string;
  upTo: string;
  deletedAt?: Date | null;
}

/** The company's groups among these, by id; one command. */
export async function groupsAmong(scope: Scope, companyId: Id, groupIds: readonly Id[]) {
  return findGroups(scope, companyId, groupIds, (ids) => ({ _id: { $in: ids } }));
}

/** The company's groups that any of these users is a member of, by id; one command. */
export async function groupsOfMembers(scope: Scope, companyId: Id, userIds: readonly Id[]) {
  return findGroups(scope, companyId, userIds, (ids) => ({ memberIds: { $in: ids } }));
}

async function findGroups(
  { db, session }: Scope,
  companyId: Id,
  wanted: readonly Id[],
  filterOf: (ids: ObjectId[]) => Filter<GroupRow>,
): Promise<ReadonlyMap<Id, UserGroup>> {
  if (wanted.length === 0) return new Map();
  const own = { companyId: toObjectId(companyId), deletedAt: null };
  const filter = { ...filterOf(wanted.map((id) => toObjectId(id))), ...own };
  const found = await db.collection<GroupRow>("user_groups").find(filter, { session }).toArray();
  return new Map(
    found.map(({ _id, name = toHex(_id), memberIds = [], active }) => [
      toHex(_id),
      { name, memberIds: memberIds.map(toHex), active: active !== false },
    ]),
  );
}

/** The limits of these users and groups for documents of a kind; one command. */
export async function limitsFor(
  { db, session }: Scope,
  companyId: Id,
  { kind, holderIds }: { kind: string; holderIds: readonly Id[] },
): Promise<ApprovalLimit[]> {
  if (holderIds.length === 0) return [];
  const ids = holderIds.map((id) => toObjectId(id));
  const found = await db
    .collection<LimitRow>("approval_limits")
    .find(
      {
        companyId: toObjectId(companyId),
        kind,
        deletedAt: null,
        $or: [{ userId: { $in: ids } }, { groupId: { $in: ids } }],
      },
      { session },
    )
    .toArray();
  return found.map(({ userId, groupId, currency, upTo }) => ({
    ...(userId && { userId: toHex(userId) }),
    ...(groupId && { groupId: toHex(groupId) }),
    kind,
    currency,
    upTo,
  }));
}

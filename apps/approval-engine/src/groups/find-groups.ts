import type { Id, UserGroup } from "@countersign/domain/approval";
import { type OpenScope, sessionOption, toObjectId } from "@countersign/mongo";
import type { Db, Filter } from "mongodb";

import { toRecord } from "../shared/record-of.ts";
import { type StoredGroup, shownGroup } from "./records.ts";
import { GROUPS } from "./repositories.ts";

/** A transaction, or the store outside of any. */
type ReadScope = Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> };

const FIELDS = { companyId: 1, name: 1, memberIds: 1, active: 1 };

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
  return ids.length === 0 ? new Map() : findGroups(scope, companyId, { _id: { $in: ids } });
}

/** The living groups in which any of the users is a member, by id. One command, by the members. */
export async function groupsOfMembers(
  scope: ReadScope,
  companyId: Id,
  userIds: readonly Id[],
): Promise<ReadonlyMap<Id, UserGroup>> {
  const ids = [...new Set(userIds)].map((id) => toObjectId(id));
  return ids.length === 0 ? new Map() : findGroups(scope, companyId, { memberIds: { $in: ids } });
}

async function findGroups(
  { db, ...scope }: ReadScope,
  companyId: Id,
  filter: Filter<StoredGroup>,
): Promise<ReadonlyMap<Id, UserGroup>> {
  const found = await db
    .collection<StoredGroup>(GROUPS)
    .find(
      { ...filter, companyId: toObjectId(companyId), deletedAt: null },
      { ...sessionOption(scope), projection: FIELDS },
    )
    .toArray();
  return new Map(
    found.map((row) => {
      const { _id, name, memberIds, active } = shownGroup(toRecord(row));
      return [_id, { name, memberIds, active }];
    }),
  );
}

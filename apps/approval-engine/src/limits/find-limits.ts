import type { ApprovalLimit, Id } from "@countersign/domain/approval";
import { type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import { LIMITS_COLLECTION, type StoredLimit } from "./repositories.ts";

/** A transaction, or the store outside of any. */
type ReadScope = Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> };

/** A kind of documents, and users and groups who may have limits for it. */
interface Holders {
  kind: string;
  holderIds: readonly Id[];
}

/**
 * The limits that these users and groups have for documents of a kind, in every currency, in the order in which they were
 * created (contract-3, SRC-3). One command, by kind and holder. Members of groups have the limits of their groups too:
 * `groupsOfMembers` names these.
 */
export async function limitsFor(
  { db, ...scope }: ReadScope,
  companyId: Id,
  { kind, holderIds }: Holders,
): Promise<ApprovalLimit[]> {
  const holders = [...new Set(holderIds)].map((id) => toObjectId(id));
  if (holders.length === 0) return [];
  const found = await db
    .collection<StoredLimit>(LIMITS_COLLECTION)
    .find(
      { companyId: toObjectId(companyId), kind, holderId: { $in: holders }, deletedAt: null },
      sessionOption(scope),
    )
    .sort({ _id: 1 })
    .toArray();
  return found.map(limitIn);
}

const limitIn = ({ userId, groupId, kind, currency, upTo }: StoredLimit): ApprovalLimit => ({
  ...(userId && { userId: toHex(userId) }),
  ...(groupId && { groupId: toHex(groupId) }),
  kind,
  currency,
  upTo,
});

import type { ApprovalLimit, Id } from "@countersign/domain/approval";
import { type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import type { TransactionScope } from "../shared/transact.ts";
import { LIMITS_COLLECTION, type StoredLimit } from "./repositories.ts";

/** A transaction, or the store outside of any; or one in which a limit reads as it would be. */
type ReadScope = Pick<OpenScope, "session"> & Pick<TransactionScope, "asIf"> & { db: Pick<Db, "collection"> };

/** A kind of documents, and users and groups who may have limits for it. */
interface Holders {
  kind: string;
  holderIds: readonly Id[];
  /** Limits that were deleted since are there too, as gone. */
  since?: Date | undefined;
}

/**
 * The limits that these users and groups have for documents of a kind, in every currency, in the order in which they were
 * created (contract-3, SRC-3). One command, by kind and holder. Members of groups have the limits of their groups too:
 * `groupsOfMembers` names these.
 */
export async function limitsFor(
  { db, asIf, ...scope }: ReadScope,
  companyId: Id,
  { kind, holderIds, since }: Holders,
): Promise<ApprovalLimit[]> {
  const holders = [...new Set(holderIds)].map((id) => toObjectId(id));
  if (holders.length === 0) return [];
  const $or = [{ deletedAt: null }, ...(since ? [{ deletedAt: { $gte: since } }] : [])];
  const limitRows = await db
    .collection<StoredLimit>(LIMITS_COLLECTION)
    .find({ companyId: toObjectId(companyId), kind, holderId: { $in: holders }, $or }, sessionOption(scope))
    .sort({ _id: 1 })
    .toArray();
  const { limit } = asIf ?? {};
  if (limit === undefined) return limitRows.map(limitIn);
  const otherLimits = limitRows.filter(({ _id }) => toHex(_id) !== limit._id).map(limitIn);
  const { after } = limit;
  const isOfThese = after?.kind === kind && holderIds.includes((after.userId ?? after.groupId) as Id);
  return isOfThese ? [...otherLimits, after] : otherLimits;
}

/** A limit that is there, as rules read it. */
export async function limitById(
  { db, ...scope }: ReadScope,
  companyId: Id,
  id: Id,
): Promise<ApprovalLimit | undefined> {
  const living = { _id: toObjectId(id), companyId: toObjectId(companyId), deletedAt: null };
  const limit = await db.collection<StoredLimit>(LIMITS_COLLECTION).findOne(living, sessionOption(scope));
  return limit === null ? undefined : limitIn(limit);
}

/** Those of the kinds for which a limit is, or a group has limits. Two commands, by the id and by holder. */
export async function kindsOfLimits(
  { db, ...scope }: ReadScope,
  companyId: Id,
  id: Id,
  kinds: readonly string[],
): Promise<string[]> {
  const limits = db.collection<StoredLimit>(LIMITS_COLLECTION);
  const [_id, ofCompany] = [toObjectId(id), { companyId: toObjectId(companyId), deletedAt: null }];
  const ownLimits = await limits.find({ _id, ...ofCompany }, sessionOption(scope)).toArray();
  const ofGroup = { ...ofCompany, kind: { $in: [...kinds] }, holderId: _id };
  const heldLimits = await limits.find(ofGroup, sessionOption(scope)).toArray();
  return [...ownLimits, ...heldLimits].map(({ kind }) => kind);
}

function limitIn(limitRow: StoredLimit): ApprovalLimit {
  const { userId, groupId, kind, currency, upTo, madeBy, deletedAt, updatedBy } = limitRow;
  const deletion =
    deletedAt && updatedBy ? [{ userId: toHex(updatedBy), atMs: deletedAt.getTime() }] : undefined;
  const takings = [...(madeBy?.takings ?? []), ...(deletion ?? [])];
  return {
    ...(userId && { userId: toHex(userId) }),
    ...(groupId && { groupId: toHex(groupId) }),
    kind,
    currency,
    upTo,
    ...(madeBy?.giving && { giving: madeBy.giving }),
    ...(takings.length > 0 && { takings }),
    ...(deletedAt && { gone: true }),
  };
}

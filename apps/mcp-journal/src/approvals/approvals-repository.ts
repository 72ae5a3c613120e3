import { claimDue } from "@countersign/mongo/due-work";
import {
  type IndexPlan,
  isDuplicateKey,
  type OpenScope,
  sessionOption,
  toHex,
  toObjectId,
} from "@countersign/mongo";
import type { ObjectId } from "mongodb";
import type { Approval, ApprovalStatus } from "./approval.ts";

interface ApprovalRecord extends Omit<Approval, "id" | "companyId" | "runId"> {
  _id: ObjectId;
  companyId: ObjectId;
  runId?: ObjectId;
  createdAt: Date;
  updatedAt: Date;
  /** While its submission is open: until when a replica holds it. */
  claimedUntil?: Date;
}

/** The fields that a transition may set with the status. */
export type Changes = Partial<Pick<Approval, "runId" | "remark" | "problem">>;

/** Approvals of journal entries: `journal_approvals`, one record an entry. */
export interface ApprovalsRepository {
  /** Another company's is a missing one. */
  find(key: { id: string; companyId: string }): Promise<Approval | undefined>;
  /**
   * Stores a new approval in place of the one that was found, if any.
   *
   * @param claimedUntil end of the caller's claim on its submission
   * @returns `false` when another one was stored meanwhile
   */
  open(
    approval: Approval,
    options: { replaces: Approval | undefined; at: Date; claimedUntil: Date },
  ): Promise<boolean>;
  /**
   * Claims a submission that is open and that nobody holds, the one left longest first.
   *
   * @param id of the entry; any without it
   */
  claim(now: Date, claimedUntil: Date, id?: string): Promise<Approval | undefined>;
  /** Gives a claim back. */
  release(approval: Approval, at: Date): Promise<void>;
  /** Changes the status of an approval that is as it was found. @returns whether it was */
  transition(approval: Approval, status: ApprovalStatus, changes: Changes, at: Date): Promise<boolean>;
  /** Removes an approval that is as it was found. @returns whether it was */
  remove(approval: Approval): Promise<boolean>;
}

/** Binds the repository to a transaction, or to the store itself. */
export function createApprovalsRepository(scope: OpenScope): ApprovalsRepository {
  const records = scope.db.collection<ApprovalRecord>("journal_approvals");
  const session = sessionOption(scope);
  return {
    async find({ id, companyId }) {
      const record = await records.findOne(
        { _id: toObjectId(id), companyId: toObjectId(companyId) },
        session,
      );
      return record === null ? undefined : toApproval(record);
    },
    async open(approval, { replaces, at, claimedUntil }) {
      const { id, companyId, runId: _run, ...fields } = approval;
      const record = {
        companyId: toObjectId(companyId),
        ...fields,
        createdAt: at,
        updatedAt: at,
        claimedUntil,
      };
      if (replaces) {
        const { matchedCount } = await records.replaceOne(asFound(replaces), record, session);
        return matchedCount === 1;
      }
      try {
        await records.insertOne({ _id: toObjectId(id), ...record }, session);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async claim(now, claimedUntil, id) {
      const open = { ...(id !== undefined && { _id: toObjectId(id) }), status: "SUBMITTING" } as const;
      const record = await claimDue(records, { ...session, filter: open, now, until: claimedUntil });
      return record && toApproval(record);
    },
    async release(approval, at) {
      await records.updateOne(asFound(approval), { $set: { claimedUntil: at } }, session);
    },
    async transition(approval, status, { runId, ...changes }, at) {
      const { matchedCount } = await records.updateOne(
        asFound(approval),
        {
          $set: {
            status,
            ...(runId !== undefined && { runId: toObjectId(runId) }),
            ...changes,
            updatedAt: at,
          },
          $unset: { claimedUntil: true },
        },
        session,
      );
      return matchedCount === 1;
    },
    async remove(approval) {
      const { deletedCount } = await records.deleteOne(asFound(approval), session);
      return deletedCount === 1;
    },
  };
}

/** The sweep's query; only open submissions carry `claimedUntil`. */
export const APPROVAL_INDEXES: readonly IndexPlan[] = [
  { collection: "journal_approvals", indexes: [{ key: { status: 1, claimedUntil: 1 } }] },
];

/** A request id belongs to one submission, so the record of another one never matches. */
function asFound({ id, status, submission }: Approval) {
  return { _id: toObjectId(id), status, "submission.requestId": submission.requestId };
}

function toApproval(record: ApprovalRecord): Approval {
  const {
    _id,
    companyId,
    runId,
    createdAt: _created,
    updatedAt: _updated,
    claimedUntil: _claim,
    ...fields
  } = record;
  return {
    id: toHex(_id),
    companyId: toHex(companyId),
    ...fields,
    ...(runId !== undefined && { runId: toHex(runId) }),
  };
}

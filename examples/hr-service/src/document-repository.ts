import type { ApprovalDocument, HrSubmitted, SubmittedBy } from "@countersign/contracts";
import { claimDue } from "@countersign/mongo/due-work";
import { type IndexPlan, type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Filter, ObjectId } from "mongodb";
import type { Disbursement } from "./disbursement.ts";
import { DOCUMENT_KINDS, type DocumentDetails, type DocumentKind } from "./document-kinds.ts";
import {
  type DocumentChange,
  type DocumentStatus,
  type HrDocument,
  type Resubmission,
  VISIBLE_STATUSES,
  type VisibleStatus,
} from "./hr-document.ts";

interface DocumentRecord {
  _id: ObjectId;
  companyId: ObjectId;
  branchId?: ObjectId;
  ref: string;
  employeeId: ObjectId;
  submitterId: ObjectId;
  submittedBy?: SubmittedBy;
  status: DocumentStatus;
  details: DocumentDetails;
  described: ApprovalDocument;
  revision?: number;
  change?: DocumentChange;
  resubmission?: Resubmission;
  createdAt: Date;
  updatedAt: Date;
  remark?: string;
  decidedAt?: Date;
  decidedBy?: ObjectId;
  /** The run that its submission started. */
  runId?: ObjectId;
  /** The run's approvers, and the user who ended it. */
  approverIds?: ObjectId[];
  disbursement?: Disbursement;
  /** While its submission, change or disbursement is open: until when a replica holds it. */
  claimedUntil?: Date;
}

/** A user who reads their own documents, and those whose approval asks them. */
export interface Reader {
  userId: string;
  /** The employees that the user is. */
  employeeIds: readonly string[];
}

export interface PageQuery {
  companyId: string;
  /** Left out: everybody's. */
  reader?: Reader | undefined;
  status?: VisibleStatus | undefined;
  employeeId?: string | undefined;
  skip: number;
  take: number;
}

/** The last verdict of an approval. */
export interface Verdict {
  runId: string;
  /** The submission that it answers; an older engine names none. */
  requestId?: string | undefined;
  /** Absent where time ended the run. */
  actorId?: string | undefined;
  remark?: string | undefined;
}

/** A document within its company: another company's is a missing one. */
export type DocumentKey = Pick<HrDocument, "companyId" | "id">;

/** Documents of one kind. */
export interface DocumentRepository {
  /** @param claimedUntil end of the caller's claim on its submission */
  insert(document: HrDocument, claimedUntil: Date): Promise<void>;
  /**
   * Only what callers may see.
   *
   * @param reader finds only their own documents and those they approve; left out, all are found
   */
  find(key: DocumentKey, reader?: Reader): Promise<HrDocument | undefined>;
  page(query: PageQuery): Promise<{ documents: HrDocument[]; total: number }>;
  /**
   * Changes the status if it is one of `from`. A verdict does so only of the document's own run, and also where a draft is
   * being submitted; without one, a draft that is being submitted stays as it is.
   *
   * @returns whether it was changed
   */
  transition(
    key: DocumentKey,
    change: { from: readonly DocumentStatus[]; to: DocumentStatus; at: Date; verdict?: Verdict },
  ): Promise<boolean>;
  /** Notes the run of a submission that was accepted. It is not open any more if its outcome was faster. */
  setRun(
    submission: DocumentKey & Pick<HrDocument, "resubmission">,
    run: Pick<HrSubmitted, "runId" | "approverIds" | "revision">,
    at: Date,
  ): Promise<void>;
  /** Notes that a draft is being submitted. @returns whether it could be noted */
  beginResubmission(key: DocumentKey, resubmission: Resubmission, claimedUntil: Date): Promise<boolean>;
  /** Ends the submission of a draft that was not taken. */
  endResubmission(key: DocumentKey, resubmission: Resubmission): Promise<void>;
  /** Changes a draft that is not being submitted. @returns whether it was changed */
  changeDraft(
    key: DocumentKey,
    change: Pick<HrDocument, "details" | "described" | "updatedAt">,
  ): Promise<boolean>;
  /** Removes a document in one of these statuses. @returns whether there was one */
  remove(key: DocumentKey, from: readonly DocumentStatus[]): Promise<boolean>;
  /** Notes a change of a pending document that has no other in progress. @returns whether it could be noted */
  beginChange(key: DocumentKey, change: DocumentChange, claimedUntil: Date): Promise<boolean>;
  /** Ends a change. @param acceptance left out, the document stays as it was */
  endChange(
    key: DocumentKey,
    change: DocumentChange,
    acceptance?: { revision: number; at: Date },
  ): Promise<void>;
  /** Claims one document whose submission or change was left open. */
  claimAbandoned(now: Date, claimedUntil: Date): Promise<HrDocument | undefined>;
  /** Notes whether its amount is in the ledger. @param retryAt when to try again, if it is not */
  setDisbursement(key: DocumentKey, disbursement: Disbursement, retryAt: Date | undefined): Promise<void>;
  /** Claims one approved document whose amount is to be posted now. */
  claimUndisbursed(now: Date, claimedUntil: Date): Promise<HrDocument | undefined>;
}

const NOT_SUBMITTED = { resubmission: { $exists: false } } as const;
const SUBMITTED_DRAFT = { status: "DRAFT", resubmission: { $exists: true } } as const;

/** A document whose submission is not answered yet: the one that the verdict is about, as far as it says. */
function filterUnanswered({ id }: DocumentKey, { requestId }: Verdict): Filter<DocumentRecord> {
  const isFirst = requestId === id;
  return {
    runId: { $exists: false },
    ...(requestId !== undefined && (isFirst ? NOT_SUBMITTED : { "resubmission.id": requestId })),
  };
}

/** Binds the repository of a kind to a transaction, or to the store itself. */
export function createDocumentRepository(scope: OpenScope, kind: DocumentKind): DocumentRepository {
  const records = scope.db.collection<DocumentRecord>(DOCUMENT_KINDS[kind].collection);
  const session = sessionOption(scope);

  /** Claims one whose time has come. */
  async function claim(filter: Filter<DocumentRecord>, now: Date, until: Date) {
    const record = await claimDue(records, { ...session, filter, now, until });
    return record && toDocument(record, kind);
  }

  /** Claims one that was refused to its creator, which ended the creator's claim. */
  async function claimUnclaimed(until: Date): Promise<HrDocument | undefined> {
    const open = {
      status: { $in: ["SUBMITTING", "WITHDRAWING"] },
      claimedUntil: { $exists: false },
    } as const;
    const change = { $set: { claimedUntil: until } };
    const record = await records.findOneAndUpdate(open, change, { ...session, returnDocument: "after" });
    return record === null ? undefined : toDocument(record, kind);
  }

  return {
    async insert(document, claimedUntil) {
      await records.insertOne({ ...toRecord(document), claimedUntil }, session);
    },
    async find(key, reader) {
      const filter = { ...filterOf(key, VISIBLE_STATUSES), ...shownTo(reader) };
      const record = await records.findOne(filter, session);
      return record === null ? undefined : toDocument(record, kind);
    },
    async page({ companyId, reader, status, employeeId, skip, take }) {
      const filter = {
        companyId: toObjectId(companyId),
        status: status ?? { $in: [...VISIBLE_STATUSES] },
        ...(employeeId !== undefined && { employeeId: toObjectId(employeeId) }),
        ...shownTo(reader),
      };
      const [foundRecords, total] = await Promise.all([
        records.find(filter).sort({ createdAt: -1, _id: -1 }).skip(skip).limit(take).toArray(),
        records.countDocuments(filter),
      ]);
      return { documents: foundRecords.map((record) => toDocument(record, kind)), total };
    },
    async transition(key, { from, to, at, verdict }) {
      // An outcome may be faster than the answer that names the run.
      const decidable = verdict
        ? [
            { $or: [{ runId: toObjectId(verdict.runId) }, filterUnanswered(key, verdict)] },
            { $or: [{ status: { $in: [...from] } }, SUBMITTED_DRAFT] },
          ]
        : [{ status: { $in: [...from] }, ...NOT_SUBMITTED }];
      const { matchedCount } = await records.updateOne(
        { ...filterOf(key, [...from, "DRAFT"]), $and: decidable },
        {
          $set: {
            status: to,
            updatedAt: at,
            ...(verdict && { decidedAt: at }),
            ...(verdict?.actorId !== undefined && { decidedBy: toObjectId(verdict.actorId) }),
            ...(verdict?.remark !== undefined && { remark: verdict.remark }),
          },
          ...(verdict?.actorId !== undefined && {
            $addToSet: { approverIds: toObjectId(verdict.actorId) },
          }),
          // Whether the approval took a change, its outcome says.
          $unset: { claimedUntil: true, resubmission: true, ...(verdict === undefined && { change: true }) },
        },
        session,
      );
      return matchedCount === 1;
    },
    async beginChange(key, change, claimedUntil) {
      const unchangedFilter = { ...filterOf(key, ["PENDING"]), change: { $exists: false } };
      const { matchedCount } = await records.updateOne(
        unchangedFilter,
        { $set: { change, claimedUntil } },
        session,
      );
      return matchedCount === 1;
    },
    async endChange(key, { id, details, described }, acceptance) {
      const $set = acceptance && {
        details,
        described,
        revision: acceptance.revision,
        updatedAt: acceptance.at,
      };
      await records.updateOne(
        { ...filterOf(key, VISIBLE_STATUSES), "change.id": id },
        { ...($set && { $set }), $unset: { change: true, claimedUntil: true } },
        session,
      );
    },
    async setRun({ resubmission, ...key }, { runId, approverIds = [], revision }, at) {
      const run = {
        ...(runId !== undefined && { runId: toObjectId(runId) }),
        ...(revision !== undefined && { revision }),
        approverIds: approverIds.map((id) => toObjectId(id)),
      };
      const pending = {
        $set: { ...run, status: "PENDING", updatedAt: at },
        $unset: { claimedUntil: true, resubmission: true, remark: true, decidedAt: true, decidedBy: true },
      } as const;
      const open = resubmission
        ? { ...filterOf(key, ["DRAFT"]), "resubmission.id": resubmission.id }
        : filterOf(key, ["SUBMITTING"]);
      const { matchedCount } = await records.updateOne(open, pending, session);
      if (matchedCount === 1) return;
      const { approverIds: $each, ...fields } = run;
      const change = { $set: fields, $addToSet: { approverIds: { $each } } };
      // Not where a later submission is open, or known.
      const endedFilter = { ...filterOf(key, VISIBLE_STATUSES), ...NOT_SUBMITTED, runId: { $exists: false } };
      await records.updateOne(endedFilter, change, session);
    },
    async beginResubmission(key, resubmission, claimedUntil) {
      const { matchedCount } = await records.updateOne(
        { ...filterOf(key, ["DRAFT"]), ...NOT_SUBMITTED },
        // The recalled run decides nothing any more; the next one is not known yet.
        { $set: { resubmission, claimedUntil }, $unset: { runId: true } },
        session,
      );
      return matchedCount === 1;
    },
    async endResubmission(key, { id }) {
      await records.updateOne(
        { ...filterOf(key, ["DRAFT"]), "resubmission.id": id },
        { $unset: { resubmission: true, claimedUntil: true } },
        session,
      );
    },
    async changeDraft(key, change) {
      const draft = { ...filterOf(key, ["DRAFT"]), ...NOT_SUBMITTED };
      return (await records.updateOne(draft, { $set: change }, session)).matchedCount === 1;
    },
    async remove(key, from) {
      const { deletedCount } = await records.deleteOne(filterOf(key, from), session);
      return deletedCount === 1;
    },
    async claimAbandoned(now, until) {
      const open = { status: { $in: ["SUBMITTING", "WITHDRAWING", "PENDING", "DRAFT"] } } as const;
      return (await claim(open, now, until)) ?? claimUnclaimed(until);
    },
    async setDisbursement(key, disbursement, retryAt) {
      const claimChange = retryAt ? { $set: { disbursement, claimedUntil: retryAt } } : undefined;
      await records.updateOne(
        filterOf(key, ["APPROVED"]),
        claimChange ?? { $set: { disbursement }, $unset: { claimedUntil: true } },
        session,
      );
    },
    claimUndisbursed: (now, until) => claim({ status: "APPROVED" }, now, until),
  };
}

/** Indexes of the documents' collections. */
export const DOCUMENT_INDEXES: readonly IndexPlan[] = Object.values(DOCUMENT_KINDS).map(({ collection }) => ({
  collection,
  indexes: [
    { key: { companyId: 1, status: 1, createdAt: -1, _id: -1 } },
    { key: { companyId: 1, employeeId: 1, createdAt: -1, _id: -1 } },
    { key: { companyId: 1, submitterId: 1, createdAt: -1, _id: -1 } },
    { key: { companyId: 1, approverIds: 1, createdAt: -1, _id: -1 } },
    { key: { companyId: 1, ref: 1 }, unique: true },
    // Only documents whose submission, change or disbursement is open carry the field.
    { key: { status: 1, claimedUntil: 1 } },
  ],
}));

function filterOf({ companyId, id }: DocumentKey, statuses: readonly DocumentStatus[]) {
  return { _id: toObjectId(id), companyId: toObjectId(companyId), status: { $in: [...statuses] } };
}

/** One's own documents and those that one approves. */
function shownTo(reader: Reader | undefined): Filter<DocumentRecord> {
  if (reader === undefined) return {};
  const userId = toObjectId(reader.userId);
  const employeeId = { $in: reader.employeeIds.map((id) => toObjectId(id)) };
  return { $or: [{ submitterId: userId }, { employeeId }, { approverIds: userId }] };
}

function toRecord(document: HrDocument): DocumentRecord {
  const { id, companyId, branchId, employeeId, submitterId, decidedBy, kind: _kind, ...fields } = document;
  return {
    _id: toObjectId(id),
    companyId: toObjectId(companyId),
    ...(branchId !== undefined && { branchId: toObjectId(branchId) }),
    employeeId: toObjectId(employeeId),
    submitterId: toObjectId(submitterId),
    ...(decidedBy !== undefined && { decidedBy: toObjectId(decidedBy) }),
    ...fields,
  };
}

function toDocument(record: DocumentRecord, kind: DocumentKind): HrDocument {
  const { _id, companyId, branchId, employeeId, submitterId, decidedBy, ...rest } = record;
  const { claimedUntil: _claim, runId: _run, approverIds: _approvers, ...fields } = rest;
  return {
    id: toHex(_id),
    companyId: toHex(companyId),
    ...(branchId !== undefined && { branchId: toHex(branchId) }),
    kind,
    employeeId: toHex(employeeId),
    submitterId: toHex(submitterId),
    ...(decidedBy !== undefined && { decidedBy: toHex(decidedBy) }),
    ...fields,
  };
}

import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { type IndexPlan, type Scope, toObjectId } from "@countersign/mongo";
import type { Text } from "@countersign/texts";
import type { Filter, ObjectId } from "mongodb";

export const COLLECTION = "failed_submissions";

/** `failed_submissions`: an order that needs an approval and has no run, one record an order. */
export interface FailedSubmissionRecord {
  _id: ObjectId;
  companyId: ObjectId;
  refId: ObjectId;
  ref?: string;
  kind: WorkflowTaskKind;
  /** The workflow that it needs. */
  workflowId: ObjectId;
  /** Why it could not be submitted, as the caller of the submission would have read it. */
  reason: string;
  /** The reason without its words; absent on records from before (contract-3, TEXT-1). */
  text?: Text;
  at: Date;
}

/** A submission that an order needs and that failed. */
export interface FailedSubmission {
  refId: Id;
  ref?: string | undefined;
  kind: WorkflowTaskKind;
  workflowId: Id;
  reason: string;
  text?: Text | undefined;
}

export const FAILED_SUBMISSION_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    indexes: [
      { key: { companyId: 1, refId: 1 }, name: "one_of_document", unique: true },
      { key: { companyId: 1, at: -1, _id: -1 }, name: "newest_first" },
    ],
  },
];

const recordsIn = ({ db }: Pick<Scope, "db">) => db.collection<FailedSubmissionRecord>(COLLECTION);
const ofDocument = (companyId: Id, refId: Id): Filter<FailedSubmissionRecord> => ({
  companyId: toObjectId(companyId),
  refId: toObjectId(refId),
});

/** Keeps a failed submission; a later one of the document takes its place. */
export async function keepFailedSubmission(
  scope: Scope & { now: Date },
  companyId: Id,
  { refId, ref, kind, workflowId, reason, text }: FailedSubmission,
): Promise<void> {
  const { session, now: at } = scope;
  const fields = { kind, workflowId: toObjectId(workflowId), reason, at, ...(ref !== undefined && { ref }) };
  const change = text ? { $set: { ...fields, text } } : { $set: fields, $unset: { text: true as const } };
  await recordsIn(scope).updateOne(ofDocument(companyId, refId), change, { session, upsert: true });
}

/** The workflow that the document was to be submitted to, if that failed. */
export async function findFailedWorkflow(scope: Scope, companyId: Id, refId: Id): Promise<Id | undefined> {
  const { session } = scope;
  const failure = await recordsIn(scope).findOne(ofDocument(companyId, refId), { session });
  return failure?.workflowId.toHexString();
}

/** Forgets the failed submission of a document: it has its run now, or needs none any more. */
export async function dropFailedSubmission(scope: Scope, companyId: Id, refId: Id): Promise<void> {
  const { session } = scope;
  await recordsIn(scope).deleteOne(ofDocument(companyId, refId), { session });
}

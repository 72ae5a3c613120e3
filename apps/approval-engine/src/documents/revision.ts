import type { ApprovalDocument, StatedBy } from "@countersign/contracts";
import { defined } from "@countersign/domain/defined";
import type { ObjectId } from "mongodb";

import type { RecordOf } from "../shared/record-of.ts";

export const COLLECTION = "workflow_documents";

/** What approvers decided on, one record a revision. Never changed, never deleted. */
export interface RevisionRecord extends ApprovalDocument {
  _id: ObjectId;
  companyId: ObjectId;
  refId: ObjectId;
  /** The run in which it is judged. */
  runId: ObjectId;
  /** 1 for the document's first; counts on through all its runs. */
  revision: number;
  /** Who submitted it, or changed it. */
  actorId: ObjectId;
  /** Who describes it: its owner, or the person who started the run. Older releases did not note it. */
  statedBy?: StatedBy | undefined;
  /** Why it was changed, in the actor's words. */
  note?: string | undefined;
  createdAt: Date;
}

export type Revision = RecordOf<RevisionRecord>;

/** What the tasks of a run carry of their document's revision: enough for lists and messages without a further read. */
export interface DocumentReference extends Pick<ApprovalDocument, "title" | "amount" | "currency"> {
  id: ObjectId;
  revision: number;
  /** Who never decides on it; here, so that a decision knows them without a further read. */
  editorIds?: ObjectId[];
}

/** What tasks carry of a revision. */
export function referenceTo({
  _id: id,
  revision,
  title,
  amount,
  currency,
  editorIds,
}: Pick<Revision, "_id" | Exclude<keyof DocumentReference, "id">>): RecordOf<DocumentReference> {
  return defined<RecordOf<DocumentReference>>({ id, revision, title, amount, currency, editorIds });
}

/** How a list of tasks finds their revisions. */
export const DOCUMENT_OF_TASK = { from: COLLECTION, localField: "document.id" } as const;

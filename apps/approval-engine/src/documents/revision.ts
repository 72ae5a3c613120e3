import type { ApprovalDocument, StatedBy } from "@countersign/contracts";
import { defined } from "@countersign/domain/defined";
import type { ObjectId } from "mongodb";

import type { RecordOf } from "../shared/record-of.ts";
import type { Described } from "./table.ts";

/** The call that an agent asks for: exactly these bytes are approved. */
export interface DocumentAction {
  /** Canonical JSON (RFC 8785). */
  json: string;
  /** SHA-256 of its UTF-8 bytes, in hexadecimal. */
  sha256: string;
}

export const COLLECTION = "workflow_documents";

/** A revision of a document that approvers decide on. Records are never changed and never deleted. */
export interface RevisionRecord extends Described {
  _id: ObjectId;
  companyId: ObjectId;
  refId: ObjectId;
  /** The run in which it is judged. */
  runId: ObjectId;
  /** 1 for the document's first; counts on through all its runs. */
  revision: number;
  /** The person who submitted the document or changed it. */
  actorId: ObjectId;
  /**
   * The author of the description: the owner, or the person who started the run. Absent on records of older releases.
   */
  statedBy?: StatedBy | undefined;
  /** The call that an agent wants to make, once it is approved (contract-3, ASK-2). */
  action?: DocumentAction | undefined;
  /** Why it was changed, in the actor's words. */
  note?: string | undefined;
  createdAt: Date;
}

export type Revision = RecordOf<RevisionRecord>;

/** The part of a document's revision that tasks carry: enough for lists and messages without a further read. */
export interface DocumentReference extends Pick<ApprovalDocument, "title" | "amount" | "currency"> {
  id: ObjectId;
  revision: number;
  /** The people who may never decide on it; stored here to save a decision a further read. */
  editorIds?: ObjectId[];
}

/** The reference to a revision, as tasks carry it. */
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

import type { ApprovalDocument, StatedBy } from "@countersign/contracts";
import { editorsWith } from "@countersign/domain/approval";
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
  /** The tool server that makes it (contract-4, MEET-9). */
  audience: string;
}

/** A rejection of the same call, before a document asked for it again (contract-4, MEET-6). */
export interface EarlierRejectionRecord {
  /** The user who rejected it. */
  userId: ObjectId;
  at: Date;
  remark?: string;
}

export type EarlierRejection = RecordOf<EarlierRejectionRecord>;

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
  /** The author of the description: the owner, or the person who started the run. */
  statedBy?: StatedBy | undefined;
  /** The call that an agent wants to make, once it is approved (contract-3, ASK-2). */
  action?: DocumentAction | undefined;
  /** It changed a document in approval: who made it is one of its editors (contract-4, MEET-5). */
  amends?: true | undefined;
  /** Rejections of the same call within the last month, the newest first. */
  earlierRejections?: EarlierRejectionRecord[] | undefined;
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
  ...origin
}: Pick<
  Revision,
  "_id" | "actorId" | "amends" | Exclude<keyof DocumentReference, "id">
>): RecordOf<DocumentReference> {
  const editorIds = editorsOf(origin);
  return defined<RecordOf<DocumentReference>>({ id, revision, title, amount, currency, editorIds });
}

/** How a list of tasks finds their revisions. */
export const DOCUMENT_OF_TASK = { from: COLLECTION, localField: "document.id" } as const;

/** The people who may never decide on a revision. */
const editorsOf = ({
  editorIds,
  actorId,
  amends,
}: Pick<Revision, "actorId" | "amends" | "editorIds">): string[] | undefined =>
  amends ? editorsWith(actorId, editorIds) : editorIds;

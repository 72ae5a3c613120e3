import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, type DueRow } from "@countersign/mongo/due-work";
import type { Collection, Db, ObjectId } from "mongodb";

const COLLECTION = "workflow_messages";

/** `CHANGES`: an approver wants changes of the submitter. `ANSWER`: of whoever was asked. */
export type MessageKind = "CHANGES" | "ANSWER";

/** `workflow_messages`: questions about a document and their answers (contract-4, TALK). They decide nothing. */
export interface MessageRecord extends DueRow {
  _id: ObjectId;
  companyId: ObjectId;
  kind: MessageKind;
  refId: ObjectId;
  runId: ObjectId;
  taskId: ObjectId;
  authorId: ObjectId;
  text: string;
  /** The person who is asked. */
  toUserId?: ObjectId;
  /** Of an answer: the message that it answers. */
  questionId?: ObjectId;
  /** Of a message that waited for an answer: it does no longer. */
  closed?: true;
  createdAt: Date;
}

export const messagesIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<MessageRecord> =>
  db.collection<MessageRecord>(COLLECTION);

export const MESSAGE_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    indexes: [DUE_INDEX, { key: { companyId: 1, refId: 1, createdAt: -1, _id: -1 }, name: "of_document" }],
  },
];

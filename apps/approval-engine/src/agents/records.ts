import type { WorkflowTaskKind } from "@countersign/domain/approval";
import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, type DueRow } from "@countersign/mongo/due-work";
import type { ObjectId } from "mongodb";

import type { RecordOf } from "../shared/record-of.ts";

export const AGENT_REQUESTS = "agent_requests";

/** The owner in `DOCUMENT_KINDS` whose kinds agents ask for. */
export const AGENTS_OWNER = "agents";

/** How a request stands. */
export const REQUEST_STATUSES = ["PENDING", "APPROVED", "REJECTED", "WITHDRAWN", "EXPIRED"] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** A grant as it was issued, once: every replica answers with the same one. */
export interface StoredGrant {
  token: string;
  /** Its end. */
  until: Date;
}

/**
 * `agent_requests`: what an agent asked people for with a user's token, under the id of the document that they decide on.
 * While it waits its time is the end of its life, at which a replica expires it.
 */
export interface AgentRequestRecord extends DueRow {
  _id: ObjectId;
  companyId: ObjectId;
  /** The user whose token the agent had. */
  userId: ObjectId;
  runId: ObjectId;
  kind: WorkflowTaskKind;
  title: string;
  /** Its idempotency key, the user's own. */
  key: string;
  /** Hash of everything that was asked: the same key with another one is refused. */
  contentHash: string;
  /** Hash of what people judge: after a rejection the same is not asked again. */
  subjectHash: string;
  /** Of the action, where there is one. */
  actionSha256?: string;
  /** The document's revision that has the action. A verdict on another one grants nothing. */
  revision: number;
  /** The tool server that a grant is for. */
  audience: string;
  status: RequestStatus;
  requestedAt: Date;
  expiresAt: Date;
  endedAt?: Date;
  /** The document's revision when it was decided. */
  decidedRevision?: number;
  grant?: StoredGrant;
}

export type AgentRequest = RecordOf<AgentRequestRecord>;

export const AGENT_INDEXES: readonly IndexPlan[] = [
  {
    collection: AGENT_REQUESTS,
    indexes: [
      { key: { companyId: 1, userId: 1, key: 1 }, name: "of_key", unique: true },
      { key: { companyId: 1, userId: 1, requestedAt: -1, _id: -1 }, name: "of_user" },
      { key: { companyId: 1, userId: 1, status: 1, subjectHash: 1 }, name: "of_subject" },
      DUE_INDEX,
    ],
  },
];

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
  /** Hash of the call and its tool server, without a call of what people judge: what is asked again has the same. */
  repeatHash: string;
  /** Of the action, where there is one. */
  actionSha256?: string;
  /** The agent chose who approves, by no rule (contract-4, MEET-1). */
  isNamed?: true;
  /** The workflows by which rules of the kind, or its default, ask; absent: nobody but the agent or its user chose. */
  rules?: { workflowId: ObjectId; version: number }[];
  /** The document's revision that has the action. A verdict on another one grants nothing. */
  revision: number;
  /** The tool server that a grant is for. */
  audience: string;
  status: RequestStatus;
  /** The changes that an approver wants before they decide, while they do; a person answers (contract-4, TALK-2). */
  question?: { text: string; by: ObjectId; at: Date };
  /** How often changes were wanted: a wish that was written once is not written again, late. */
  changesAsked?: number;
  requestedAt: Date;
  expiresAt: Date;
  endedAt?: Date;
  /** The document's revision when it was decided. */
  decidedRevision?: number;
  grant?: StoredGrant;
}

export type AgentRequest = RecordOf<AgentRequestRecord>;

/** How long after the verdict a grant is given for the first time, in milliseconds. */
const FETCHED_MS = 60 * 60_000;

/**
 * How a request stands for the agent that asked. An approval of an action is worth something before the request's end, and
 * for an hour after the verdict; later it has expired (contract-4, MEET-12).
 */
export function statusAt(
  { status, actionSha256, expiresAt, endedAt = expiresAt }: AgentRequest,
  now: Date,
): RequestStatus {
  if (status !== "APPROVED" || actionSha256 === undefined) return status;
  return now < expiresAt && now.getTime() < endedAt.getTime() + FETCHED_MS ? status : "EXPIRED";
}

export const AGENT_INDEXES: readonly IndexPlan[] = [
  {
    collection: AGENT_REQUESTS,
    indexes: [
      { key: { companyId: 1, userId: 1, key: 1 }, name: "of_key", unique: true },
      { key: { companyId: 1, userId: 1, requestedAt: -1, _id: -1 }, name: "of_user" },
      { key: { companyId: 1, repeatHash: 1, status: 1, endedAt: -1 }, name: "of_repeat" },
      { key: { companyId: 1, userId: 1, status: 1 }, name: "of_status" },
      DUE_INDEX,
    ],
  },
];

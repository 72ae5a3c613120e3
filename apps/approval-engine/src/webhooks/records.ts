import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, type DueRow } from "@countersign/mongo/due-work";

export const WEBHOOK_DOCUMENTS = "webhook_documents";
export const WEBHOOK_EVENTS = "webhook_events";
export const WEBHOOK_PAUSES = "webhook_pauses";

/**
 * `webhook_documents`: a document with events for its owner, under {@link webhookDocumentId}. Whoever claims it sends its
 * oldest event, so that the events of a document keep their order while other documents pass.
 */
export interface WebhookDocumentRecord extends DueRow {
  _id: string;
  /** The receiver: the owner, or its chat under {@link chatOf}. */
  owner: string;
  /** Counts whatever was queued, or queued again. */
  queued: number;
  /** All rows of the outbox before this position are queued. */
  queuedTo?: number;
  /** Of the document of tests: when the last one was asked for. */
  testedAt?: Date;
  /** Absent while an event waits. */
  expiresAt?: Date;
}

/** `webhook_events`: an event for a receiver, under the receiver and the event's id. */
export interface WebhookEventRecord {
  _id: string;
  /** The receiver, as of its {@link WebhookDocumentRecord}. */
  owner: string;
  companyId?: string;
  /** Its {@link WebhookDocumentRecord}. */
  document: string;
  /** Among the events of the document, as in the outbox; 0 for what the outbox no longer has, which is older. */
  position: number;
  eventId: string;
  type: string;
  refId: string;
  /** On the bus. */
  subject: string;
  /** The CloudEvent, as it is on the bus; empty for a stage, whose message is written when it is sent. */
  body: string;
  /** Of an event for a chat: the stage that is asked. */
  stage?: AskedStage;
  queuedAt: Date;
  /** Present only while it waits to be sent. */
  pending?: true;
  /** Of the attempts since it was queued, or queued again, or its owner resumed. */
  firstTriedAt?: Date;
  attempts: number;
  /** Of the last attempt. */
  triedAt?: Date;
  lastResult?: WebhookResult;
  endedAt?: Date;
  /** Whether it is a dead letter: it ended without an acknowledgement. */
  dead?: boolean;
  expiresAt?: Date;
}

/** A stage that is asked: its task, and how often it was entered. */
export interface AskedStage {
  taskId: string;
  activation: number;
}

/** `webhook_pauses`: a receiver that is sent nothing. */
export interface WebhookPauseRecord {
  /** The receiver. */
  _id: string;
  /** When it answered that it is gone; absent where it did not. */
  since?: Date;
  /** Of a chat: until when it asked to be left alone. */
  until?: Date;
}

/** The result of an attempt. */
export type WebhookResult = "ok" | "status" | "timeout" | "network" | "redirect" | "address" | "gone";

/** The chat of an owner as a receiver, with a queue and pauses of its own. No owner's name has a space. */
export const chatOf = (owner: string): string => `${owner} chat`;

export const webhookDocumentId = (receiver: string, refId: string): string => `${receiver} ${refId}`;

/** The type of events by which administrators try a receiver, and the id of their document. */
export const WEBHOOK_TEST = "countersign.webhook.test";

/** The name by which the work of a receiver is woken. */
export const webhookWorkName = (receiver: string): string => `webhooks ${receiver}`;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long an event is kept once it has ended, for operators who send it again. */
export const EVENT_KEPT_MS = 30 * DAY_MS;
/** How long a document is kept once nothing waits: longer than its events, whose positions it counts. */
export const DOCUMENT_KEPT_MS = 2 * EVENT_KEPT_MS;

const EXPIRY = { key: { expiresAt: 1 }, name: "expiry", expireAfterSeconds: 0 } as const;

export const WEBHOOK_INDEXES: readonly IndexPlan[] = [
  {
    collection: WEBHOOK_DOCUMENTS,
    indexes: [
      DUE_INDEX,
      {
        key: { owner: 1, claimedUntil: 1 },
        name: "due_of_owner",
        partialFilterExpression: { claimedUntil: { $exists: true } },
      },
      EXPIRY,
    ],
  },
  {
    collection: WEBHOOK_EVENTS,
    indexes: [
      { key: { document: 1, position: 1, _id: 1 }, name: "of_document" },
      { key: { owner: 1, firstTriedAt: 1 }, name: "pending", partialFilterExpression: { pending: true } },
      {
        key: { owner: 1, companyId: 1, triedAt: -1 },
        name: "tried",
        partialFilterExpression: { triedAt: { $exists: true } },
      },
      EXPIRY,
    ],
  },
];

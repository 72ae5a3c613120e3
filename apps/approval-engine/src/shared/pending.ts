import type { auditRecordOf } from "@countersign/mongo";
import type { OutboxEntry } from "@countersign/outbox";
import type { TraceHeaders } from "@countersign/tracing";
import type { Id } from "@countersign/domain/approval";
import type { Binary, Document, ObjectId } from "mongodb";

import type { WorkflowEventRecord, WorkflowNotificationRecord } from "./records.ts";

/** A committed change of a run, and the users it may concern. */
export interface RunChange {
  /** Unique for each change. */
  id: Id;
  companyId: Id;
  refId: Id;
  runId: Id;
  /** Everybody who takes part in the run or was notified of the change. */
  userIds: readonly Id[];
}

/** Rows that features derive from one decision, by their names. */
export type Followings = Readonly<Record<string, object>>;

/** `pending` of a run: what follows from its last write, with every id and time fixed (contract-4, ONE-3). */
export interface PendingRecord {
  /** When it was written. */
  at: Date;
  /** The tasks and seats whose rows change; these follow from the run. */
  rowIds: ObjectId[];
  /** Other people take part: older runs of the document are found by others. */
  placesRuns?: true;
  events: WorkflowEventRecord[];
  /** Their messages follow from them and from the run's document. */
  notifications: WorkflowNotificationRecord[];
  audit: ReturnType<typeof auditRecordOf>[];
  /** Further messages, behind those of the notifications. */
  messages: OutboxEntry[];
  /** Of the document's last message before them. */
  position: number;
  /** For live subscribers. */
  changed?: RunChange;
  /** Of the work that wrote it. */
  trace: TraceHeaders;
  followings: Followings;
}

export const WORKFLOW_RUNS = "workflow_runs";

/** The key of a command in the run that it wrote, by which a repetition is known (contract-2, CTRL-1). */
export interface RunKey {
  /** Hash of the company, the actor, their key and, in a batch, the task. */
  k: Binary;
  /** Hash of the command's content. */
  digest: Binary;
  /** The user who brought it. */
  actorId: ObjectId;
  until: Date;
  /** The first result; absent where it says nothing. */
  answer?: unknown;
}

/** A run as far as its projector needs to know it by name. */
export interface WrittenRun {
  _id: ObjectId;
  companyId: ObjectId;
  refId: ObjectId;
  version: number;
  pending?: PendingRecord;
  /** Of commands that were done in the last seven days, in their order. */
  keys?: RunKey[];
}

/** The write of a run: it begins, or becomes another version of itself. */
export interface RunWrite {
  /** The record after it. */
  record: WrittenRun & { lastDecision?: ObjectId };
  /** The version that it was judged by, and the update that leads to a record; absent where the run begins. */
  change?: { version: number; updateTo: (record: WrittenRun) => Document };
}

/** How a command reads and writes runs. */
export interface RunAccess {
  /**
   * Has what followed from the last write of a run that was read be there, before anything is decided on it: so messages of
   * a document keep their order, and a projection meets no later one.
   */
  settle: (run: WrittenRun) => Promise<void>;
  /** Writes a run together with what follows. */
  write: (write: RunWrite) => Promise<void>;
  /** The runs that this attempt has written: what follows from them is not there yet. */
  writtenRuns: readonly WrittenRun[];
}

/** A place in the projector, which a command takes before it writes. */
export interface ProjectorPlace {
  release(): void;
}

/** Brings what follows from writes of runs to where it is read (contract-4, ONE-3). */
export interface Projector {
  /** @throws DomainError `TOO_MANY_REQUESTS` while all places are taken */
  takePlace(): ProjectorPlace;
  /**
   * Projects the `pending` of a run that was just written.
   *
   * @returns once everybody sees all of it
   * @throws DomainError `UNAVAILABLE` when it did not succeed in time; it is then finished later
   */
  project(run: WrittenRun): Promise<void>;
  /**
   * The same of a run that somebody wrote before.
   *
   * @returns whether something was not there yet
   */
  settle(run: WrittenRun): Promise<boolean>;
  /**
   * The same for recovery: what this process projects at the moment is left to it.
   *
   * @returns whether something was not there yet, and is now
   */
  finish(run: WrittenRun): Promise<boolean>;
  /** Waits for what is in progress. */
  close(): Promise<void>;
}

import type { WantedChanges } from "@countersign/domain/approval";
import type { RunRoute, RunRouteStage } from "@countersign/domain/routing";
import type { ObjectId } from "mongodb";

import type { DocumentReference } from "../documents/index.ts";
import type { PendingRecord, RunKey } from "../shared/pending.ts";
import type { BaseRecord } from "../shared/records.ts";
import type {
  DocumentState,
  FieldOfRows,
  SortAmount,
  WorkflowApproval,
  WorkflowApprovalRecord,
  WorkflowTask,
  WorkflowTaskRecord,
} from "./records.ts";

/** Fields that all tasks of a run have alike beside its document. */
export const ORIGIN = [
  "workflowId",
  "workflowVersion",
  "byOwner",
  "statedBy",
  "requestId",
  "submittedBy",
  "agentPrincipalIds",
  "expiresAt",
  "submittedOrder",
  "orderUnknown",
] as const satisfies (keyof WorkflowTaskRecord)[];

/** Flags that no command on a run changes. */
export const FLAGS = { canUpdate: true, canView: true, canDelete: true, canPost: false } as const;

/** Fields of a task that follow from the others, stand at the run, or belong to its row alone. */
export const NOT_OF_TASK = [
  ...ORIGIN,
  "companyId",
  "runId",
  "runNumber",
  "refId",
  "kind",
  "submitterId",
  "beneficiaryId",
  "document",
  "involvedIds",
  "askedIds",
  "unassigned",
  "waitsOnAnswer",
] as const satisfies (keyof WorkflowTask)[];

/** The same of a seat. */
export const NOT_OF_SEAT = [
  "companyId",
  "runId",
  "taskId",
  "workflowId",
  "kind",
  "taskStatus",
] as const satisfies (keyof WorkflowApproval)[];

type Flag = keyof typeof FLAGS;

/** A seat, in its task. */
interface RunSeatRecord extends Omit<
  WorkflowApprovalRecord,
  (typeof NOT_OF_SEAT)[number] | FieldOfRows | Flag | "deletedAt"
> {
  deletedAt?: Date;
}

/** A stage, with its seats in the order of their ids. */
export interface RunTaskRecord extends Omit<
  WorkflowTaskRecord,
  (typeof NOT_OF_TASK)[number] | FieldOfRows | Flag | "deletedAt"
> {
  deletedAt?: Date;
  approvals: RunSeatRecord[];
}

/** Fields by which searches and lists of documents find a run; they follow from its others (contract-3, CON-14). */
export interface RunSearchFields {
  /** The document's number. */
  ref?: string;
  /** All who take part in it, and the person it is about; nobody, once its tasks are deleted. */
  peopleIds: ObjectId[];
  /** The users who gave a standing or an ended verdict. */
  deciderIds: ObjectId[];
  /** Somebody has given a verdict in it, also one that a return has cleared. */
  judged?: true;
  /** The words of number, title, facts and amounts. */
  words: string[];
  /** Its place in its submitter's list: the time of its submission, or of its end. */
  sortedAt: Date;
  /**
   * The users who find the run: all whom it concerns, those who represent somebody asked under `askedText`; the company's id stands for privileged users and auditors. Of several
   * runs of a document everybody finds the newest that they may see.
   */
  viewerIds: (ObjectId | string)[];
  /** The list of the submitter that shows it; absent unless it is the document's newest run. */
  tab?: "ASKED" | "IN_PROGRESS" | "REJECTED" | "DONE";
}

/** Somebody whom a stage asks, by their id; while it waits for its submitter's answer, by {@link heldText} and {@link talkText}. */
export type AskedId = ObjectId | string;

/** The key of somebody whom a stage asked that waits for its submitter's answer. */
export const heldText = (userId: string): string => `held ${userId}`;

/** The key of the two between whom an answer waits: where one of them leaves, it does no longer. */
export const talkText = (userId: string): string => `talks ${userId}`;

/** Those of them who can decide now. */
export const askedNow = (askedIds: readonly AskedId[] = []): ObjectId[] =>
  askedIds.filter((id) => typeof id !== "string");

/** Fields by which lists find what waits; they follow from the stage that does, and are absent where none does. */
export interface WaitingFields {
  /**
   * Those who can decide now; absent where nobody can. While the stage waits for its submitter's answer (contract-4, TALK-2), their
   * {@link heldText}, by which only a list of what waits so finds it.
   */
  askedIds?: AskedId[];
  /** When they were asked. */
  askedAt?: Date;
  /** Those who take part in the stage, so that they represent no one else on it. */
  stageIds?: ObjectId[];
  /** The document's amount, by which lists sort; an empty currency where it names none. */
  sortAmount?: SortAmount;
  /** When it is due. */
  dueAt?: Date;
  /** Nobody can complete it. */
  unassigned?: true;
  /** The calendar by which its times were reckoned. */
  calendarId?: ObjectId;
}

/** Fields of a run that lists are found by, or do without. */
export const UNLISTED_OF_RUN = [
  "route",
  "keys",
  "peopleIds",
  "stageIds",
  "viewerIds",
  "words",
] as const satisfies (keyof RunRecord)[];

/** `workflow_runs`: all that is true of a run. Its rows in other collections follow from it (contract-4, ONE-2). */
export interface RunRecord
  extends
    RunSearchFields,
    WaitingFields,
    Pick<BaseRecord, "_id" | "companyId">,
    Pick<WorkflowTaskRecord, "refId" | "kind" | "submitterId" | "beneficiaryId"> {
  /** 1 for the document's first run. */
  number: number;
  /** Counts the writes: each names the one that it was judged by. */
  version: number;
  /** Present while the run is in progress: the unique index on it allows one open run per document. */
  open?: true;
  state: DocumentState;
  submittedAt: Date;
  endedAt?: Date;
  writtenAt: Date;
  origin: Pick<WorkflowTaskRecord, (typeof ORIGIN)[number]>;
  /** The revision that approvers decide on. */
  document?: DocumentReference;
  route?: RunRouteRecord;
  /** Its owner's word counts, and a rule or the default chose its way: replays of rules read it (contract-4, HIST-1). */
  ruled?: true;
  /** The changes that an approver wants of the submitter (contract-4, TALK-2). */
  changesWanted?: WantedChangesRecord;
  /** It was rejected, and its submitter is done with it (contract-4, TALK-3). */
  closed?: true;
  /** How often changes were wanted in it. */
  changesAsked?: number;
  /** In the order of their ids. */
  tasks: RunTaskRecord[];
  /** The consequences of the last write, until they are projected (contract-4, ONE-3). */
  pending?: PendingRecord;
  /** Of commands that were done in the last seven days. */
  keys?: RunKey[];
  /** The last write, by which its command knows it again. */
  lastDecision?: ObjectId;
  /** From when on others may finish what is pending. */
  claimedUntil?: Date;
  /** How often that has failed. */
  failures?: number;
}

/** Changes that are wanted, as the run keeps them. */
export interface WantedChangesRecord extends Pick<WantedChanges, "activation" | "text" | "leftMs"> {
  id: ObjectId;
  taskId: ObjectId;
  seatId: ObjectId;
  principalId: ObjectId;
  askerId: ObjectId;
  since: Date;
}

/**
 * The definition that a run follows, if it has conditions or unverified stages, and which stages are on its way (contract-3,
 * ROUTE-4), as the run keeps it.
 */
export interface RunRouteRecord extends Pick<RunRoute, "facts"> {
  stages: RunRouteStageRecord[];
}

/** A stage, with the values that its condition read: paths have dots, which names of fields do not. */
export interface RunRouteStageRecord extends Omit<RunRouteStage, "values"> {
  values?: { path: string; value: unknown }[];
}

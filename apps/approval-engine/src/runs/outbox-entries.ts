import {
  type AcceptedData,
  type ChangesData,
  ENGINE_SOURCE,
  LIMITS,
  MESSAGES,
  type OutcomeData,
  type OutcomeOrigin,
  type Owner,
  type StatedBy,
  answerSubject,
  changesSubject,
  outcomeSubject,
} from "@countersign/contracts";
import type {
  Id,
  Outcome,
  OutcomeReason,
  RunEvent,
  Task,
  WantedChanges,
  WorkflowTaskKind,
} from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { type OutboxEntry, eventEntry } from "@countersign/outbox";

import type { Stamp } from "../shared/base-fields.ts";
import type { SubmitAnswer } from "./submission.ts";

interface Envelope {
  id: Id;
  type: string;
  subject: string;
  /** The document; its messages keep their order. */
  refId: Id;
  data: { companyId: Id };
  time: Date;
}

function entryOf({ refId, ...event }: Envelope): OutboxEntry {
  return eventEntry({ ...event, key: refId, source: ENGINE_SOURCE });
}

/** How the run ended, for the service that owns the document (specification: "Completion callback contract"). */
export function outcomeEntry(
  id: Id,
  { companyId, branchId, now }: Stamp,
  ending: {
    owner: Owner;
    task: Task;
    outcome: Outcome;
    verdict: RunEvent;
    reason?: OutcomeReason | undefined;
    origin: OutcomeOrigin;
    statedBy: StatedBy | undefined;
    /** The owner's id of the submission. */
    requestId: string | undefined;
    /** The document's revision that was decided on. */
    decidedOn: number | undefined;
    /** Whether time approved or rejected one of its stages. */
    byTime: boolean;
  },
): OutboxEntry {
  const { owner, task, outcome, verdict, reason, origin, statedBy, requestId, decidedOn, byTime } = ending;
  const { runId, workflowId, submitterId, ref } = task;
  const { refId, kind, actorId, metadata } = verdict;
  const { remark } = metadata;
  const data = defined<OutcomeData>({
    companyId,
    branchId,
    refId,
    ref,
    kind,
    runId,
    requestId,
    workflowId,
    origin,
    statedBy,
    submitterId,
    actorId,
    reason,
    remark,
    revision: decidedOn,
    approvedByTime: outcome === "completed" && byTime ? true : undefined,
    rejectedByTime: outcome === "rejected" && verdict.event === "TIMED_OUT" ? true : undefined,
  });
  return entryOf({
    id,
    type: MESSAGES[outcome].type,
    subject: outcomeSubject(owner, kind, outcome),
    refId,
    data,
    time: now,
  });
}

/** An approver wants changes of the submitter, or does so no longer, for the service that owns the document (contract-4, TALK-2). */
export function changesEntry(
  id: Id,
  { companyId, branchId, now }: Stamp,
  wish: {
    owner: Owner;
    task: Pick<Task, "runId" | "refId" | "ref" | "kind">;
    changes: Pick<WantedChanges, "id" | "askerId" | "text">;
    requestId: string | undefined;
    closed: boolean;
  },
): OutboxEntry {
  const { owner, task, changes, requestId, closed } = wish;
  const { runId, refId, ref, kind } = task;
  const { id: messageId, askerId: by, text } = changes;
  const data = defined<ChangesData>({
    companyId,
    branchId,
    refId,
    ref,
    kind,
    runId,
    requestId,
    messageId,
    text,
    by,
    closed,
  });
  const { type } = MESSAGES.changesRequested;
  return entryOf({ id, type, subject: changesSubject(owner, kind), refId, data, time: now });
}

/** The durable command that an answer is about. */
export interface CommandReference {
  owner: Owner;
  companyId: Id;
  branchId?: Id | undefined;
  refId: Id;
  kind: WorkflowTaskKind;
  /** Event id of the command. */
  requestId: string;
}

/** A durable command was accepted. */
export const acceptedEntry = (
  id: Id,
  command: CommandReference,
  answer: SubmitAnswer,
  time: Date,
): OutboxEntry => answerEntry("accepted", id, command, answer, time);

/** A durable command was refused, with the exact text. */
export const refusedEntry = (
  id: Id,
  command: CommandReference,
  { code, error }: { code: number; error: string },
  time: Date,
): OutboxEntry => answerEntry("refused", id, command, { code, error: answerText(error) }, time);

function answerEntry(
  answer: "accepted" | "refused",
  id: Id,
  { owner, companyId, branchId, refId, kind, requestId }: CommandReference,
  content: object,
  time: Date,
): OutboxEntry {
  const reference = defined<Omit<AcceptedData, "tasks">>({ companyId, branchId, refId, kind, requestId });
  const { type } = MESSAGES[answer];
  const subject = answerSubject(owner, kind, answer);
  return entryOf({ id, type, subject, refId, data: { ...content, ...reference }, time });
}

/** The text as far as the contract lets an answer carry it; the names of fields that a sender chose may have any characters. */
function answerText(text: string): string {
  return text.slice(0, LIMITS.errorText).replaceAll(/[^\P{Cc}\t\n\r]/gu, " ");
}

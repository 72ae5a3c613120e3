import {
  type AcceptedData,
  ENGINE_SOURCE,
  LIMITS,
  MESSAGES,
  type OutcomeData,
  type OutcomeOrigin,
  type Owner,
  type StatedBy,
  answerSubject,
  outcomeSubject,
} from "@countersign/contracts";
import type {
  Id,
  Outcome,
  OutcomeReason,
  RunEvent,
  Task,
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

/** The durable command that an answer is about. */
interface CommandReference {
  owner: Owner;
  companyId: Id;
  branchId?: Id | undefined;
  refId: Id;
  kind: WorkflowTaskKind;
  /** Event id of the command. */
  requestId: string;
}

/** A durable command was accepted. */
export function acceptedEntry(
  id: Id,
  command: CommandReference,
  answer: SubmitAnswer,
  time: Date,
): OutboxEntry {
  const { owner, refId, kind } = command;
  const data = { ...answer, ...referenceOf(command) };
  return entryOf({
    id,
    type: MESSAGES.accepted.type,
    subject: answerSubject(owner, kind, "accepted"),
    refId,
    data,
    time,
  });
}

/** A durable command was refused, with the exact text. */
export function refusedEntry(
  id: Id,
  command: CommandReference,
  refusal: { code: number; error: string },
  time: Date,
): OutboxEntry {
  const { owner, refId, kind } = command;
  const data = { ...referenceOf(command), code: refusal.code, error: answerText(refusal.error) };
  return entryOf({
    id,
    type: MESSAGES.refused.type,
    subject: answerSubject(owner, kind, "refused"),
    refId,
    data,
    time,
  });
}

/** The text as far as the contract lets an answer carry it; the names of fields that a sender chose may have any characters. */
function answerText(text: string): string {
  return text.slice(0, LIMITS.errorText).replaceAll(/[^\P{Cc}\t\n\r]/gu, " ");
}

function referenceOf(command: CommandReference) {
  const { companyId, branchId, refId, kind, requestId } = command;
  return defined<Omit<AcceptedData, "tasks">>({ companyId, branchId, refId, kind, requestId });
}

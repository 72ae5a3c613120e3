import { z } from "zod";
import { defineMessage } from "./cloud-event.ts";
import { DIRECTORY_MESSAGES } from "./directory.ts";
import { statedBy } from "./document.ts";
import { currency, decimal } from "./fact.ts";
import { LIMITS, hexId, line, prose, tenancy } from "./fields.ts";
import { type KindSchema, kindName } from "./kinds.ts";
import { amendment, cancellation, documentRevision, submission, submissionAnswer } from "./submission.ts";

/**
 * The effect of a run that ended. `owner`: the service that owns the document submitted it. `evaluation`: a person
 * started it with the workflow that the order's evaluation named when the run ended. `person`: it decides nothing, because
 * a person started it with another workflow, or because the order needs an approval by then that the run is not.
 */
export const outcomeOrigin = z.enum(["owner", "evaluation", "person"]);
export type OutcomeOrigin = z.infer<typeof outcomeOrigin>;

/** How a run ended, for the service that owns the document: its `workflowCompleted` or `workflowRejected`. */
function outcomeDataOf(kind: KindSchema) {
  return z.object({
    ...tenancy,
    refId: hexId,
    ref: line(LIMITS.ref).optional(),
    kind,
    /** The run that ended; a document may have had others before. */
    runId: hexId,
    /**
     * The submission that it answers: the event id of the `approval.command.submit`, or the `requestId` of the request. Of
     * runs of people, of submissions without one and of engines before this field it is absent.
     */
    requestId: line(LIMITS.eventId).optional(),
    /** The stored workflow of the run. */
    workflowId: hexId.optional(),
    /** Decides whether the owner may apply the outcome. Engines before this field did not send it. */
    origin: outcomeOrigin.optional(),
    /** The author of the description: the service that owns the document, or the person who started the run. */
    statedBy: statedBy.optional(),
    submitterId: hexId,
    /** The user who gave the last verdict, or recalled it; absent where time ended the run. */
    actorId: hexId.optional(),
    /** Why a document is given back that nobody recalled: its time was over. */
    reason: z.enum(["EXPIRED"]).optional(),
    /** That verdict's remark. */
    remark: prose(LIMITS.remark).optional(),
    /** The document's revision that was decided on; absent if the engine knows of no document. */
    revision: documentRevision.optional(),
    /** Of a completed run: time approved one of its stages. */
    approvedByTime: z.literal(true).optional(),
    /** Of a rejected run: time rejected it. */
    rejectedByTime: z.literal(true).optional(),
  });
}
export type OutcomeData = z.infer<ReturnType<typeof outcomeDataOf>>;

const answerOf = (kind: KindSchema) => ({
  ...tenancy,
  refId: hexId,
  kind,
  /** The event id of the answered `approval.command.submit` or `.amend`. */
  requestId: line(LIMITS.eventId),
});

function acceptedDataOf(kind: KindSchema) {
  return z.object({ ...answerOf(kind), ...submissionAnswer.shape });
}
export type AcceptedData = z.infer<ReturnType<typeof acceptedDataOf>>;

function refusedDataOf(kind: KindSchema) {
  return z.object({
    ...answerOf(kind),
    /** 400, 403, 404 or 409, as the same request by RPC would be refused. */
    code: z.int("must be a whole number").min(400).max(499),
    /** The exact error text. */
    error: prose(LIMITS.errorText),
  });
}

/** An approver wants changes of the submitter, and while they do the owner may amend the document; or that is over. */
function changesDataOf(kind: KindSchema) {
  return z.object({
    ...tenancy,
    refId: hexId,
    ref: line(LIMITS.ref).optional(),
    kind,
    runId: hexId,
    /** The submission, as in outcomes. */
    requestId: line(LIMITS.eventId).optional(),
    /** Names the wish; the message that ends it has the same. */
    messageId: hexId,
    /** The changes, in words. */
    text: prose(LIMITS.remark),
    /** The user who wants it. */
    by: hexId,
    /** Nothing is wanted any more: the document was changed, the submitter answered, or something else ended it. */
    closed: z.boolean(),
  });
}
export type ChangesData = z.infer<ReturnType<typeof changesDataOf>>;

/** One notification row (approval-engine.md, "Notification rules"), to be carried on by mail or chat. */
function notificationDataOf(kind: KindSchema) {
  return z.object({
    ...tenancy,
    _id: hexId,
    userId: hexId,
    eventId: hexId,
    workflowId: hexId.optional(),
    taskId: hexId.optional(),
    refId: hexId,
    kind,
    message: prose(LIMITS.message),
    /** Of the document as it was then, where its submission told. */
    title: line(LIMITS.documentTitle).optional(),
    amount: decimal.optional(),
    currency: currency.optional(),
  });
}
export type NotificationData = z.infer<ReturnType<typeof notificationDataOf>>;

export const companyData = z.object({ companyId: hexId, name: line(LIMITS.name).optional() });

/**
 * Every message that is kept in a stream: CloudEvents type, address with its variable parts, schemas.
 *
 * @param kind reads the kind of a document
 * @param ofKinds reads the submission of one
 */
export function messagesOf(kind: KindSchema, ofKinds: typeof submission) {
  const outcome = outcomeDataOf(kind);
  return {
    submitCommand: defineMessage(
      "approval.command.submit",
      "approval.command.submit",
      ofKinds,
      "Submits a document; the event id is the idempotency key.",
    ),
    cancelCommand: defineMessage(
      "approval.command.cancel",
      "approval.command.cancel",
      cancellation,
      "Archives the open tasks of a cancelled document.",
    ),
    amendCommand: defineMessage(
      "approval.command.amend",
      "approval.command.amend",
      amendment,
      "Changes a document whose approval is in progress, as the company's setting onAmend allows.",
    ),
    accepted: defineMessage(
      "approval.request.accepted",
      "approval.request.{owner}.{kind}.accepted",
      acceptedDataOf(kind),
      "A durable submit or amend was accepted.",
    ),
    refused: defineMessage(
      "approval.request.refused",
      "approval.request.{owner}.{kind}.refused",
      refusedDataOf(kind),
      "A durable submit or amend was refused, with the exact error text.",
    ),
    changesRequested: defineMessage(
      "approval.request.changesRequested",
      "approval.request.{owner}.{kind}.changesRequested",
      changesDataOf(kind),
      "An approver wants changes of a document before they decide; closed: that is over. The run goes on.",
    ),
    completed: defineMessage(
      "approval.outcome.completed",
      "approval.outcome.{owner}.{kind}.completed",
      outcome,
      "Every stage approved: the owner's workflowCompleted.",
    ),
    rejected: defineMessage(
      "approval.outcome.rejected",
      "approval.outcome.{owner}.{kind}.rejected",
      outcome,
      "Rejected for good: the owner's workflowRejected.",
    ),
    recalled: defineMessage(
      "approval.outcome.recalled",
      "approval.outcome.{owner}.{kind}.recalled",
      outcome,
      "Recalled: the document is its submitter's again.",
    ),
    notification: defineMessage(
      "approval.notification",
      "approval.notification.{owner}.{userId}",
      notificationDataOf(kind),
      "One notification of one user.",
    ),
    companyCreated: defineMessage(
      "company.created",
      "company.created",
      companyData,
      "A company exists; the engine seeds its default HR policies, once.",
    ),
    ...DIRECTORY_MESSAGES,
  } as const;
}

/** The messages with any name of a kind: for types, addresses and documents. {@link contractOf} reads those of a deployment. */
export const MESSAGES = messagesOf(kindName, submission);

export type MessageName = keyof typeof MESSAGES;
/** The parsed CloudEvent of one message. */
export type EventOf<N extends MessageName> = z.output<(typeof MESSAGES)[N]["event"]>;

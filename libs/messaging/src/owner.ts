import type {
  Cancellation,
  EventOf,
  HrSubmission,
  Owner,
  RpcReply,
  Submission,
  Submitted,
} from "@countersign/contracts";
import type { Logger } from "@countersign/service-kit";
import type { Bus, Subscription } from "./bus.ts";

/** A message for the owner's own outbox, to be added inside the owner's own transaction. */
export interface OutboxEntry {
  id: string;
  key: string;
  subject: string;
  data: unknown;
  headers?: Readonly<Record<string, string>>;
  companyId?: string;
}

/** What the kit needs of the owner's repositories, bound to one transaction. */
export interface OwnerRepositories {
  inbox: {
    /** `true` the first time; the record is written in the transaction. */
    claim(consumer: string, messageId: string): Promise<boolean>;
  };
}

export interface OwnerOptions<O extends Owner, R extends OwnerRepositories> {
  owner: O;
  bus: Pick<Bus, "consume" | "request">;
  unitOfWork: <T>(work: (repositories: R) => Promise<T>) => Promise<T>;
  logger: Pick<Logger, "info" | "warn" | "error">;
  /** `traceparent` of the work in hand, if tracing is on. */
  traceparent?: () => string | undefined;
}

/** What a business service needs to have its documents approved. */
export interface OwnerKit<O extends Owner, R extends OwnerRepositories> {
  /**
   * Submits and waits for the answer, trying again with the same `requestId` when none came.
   *
   * @throws RequestRefused with the exact text; nothing was submitted
   * @throws RequestUnanswered when it is not known whether it was submitted: try again with the same `requestId`
   */
  submit(request: (O extends "hr" ? HrSubmission : Submission) & { requestId: string }): Promise<Submitted>;
  /** Cancels and waits for the answer. */
  cancel(request: Cancellation): Promise<RpcReply<"cancel">>;
  /** The durable command for the owner's outbox. Make it outside the transaction, add it inside. */
  submitCommand(submission: Submission): OutboxEntry;
  /** The durable command for the owner's outbox. Make it outside the transaction, add it inside. */
  cancelCommand(cancellation: Cancellation): OutboxEntry;
  /** Handles each outcome once, in one transaction with its inbox record, in order within a document. */
  onOutcome(
    handle: (outcome: EventOf<"completed"> | EventOf<"rejected">, repositories: R) => Promise<void>,
  ): Promise<Subscription>;
  /** Handles each answer to a durable submit once, likewise. */
  onAnswer(
    handle: (answer: EventOf<"accepted"> | EventOf<"refused">, repositories: R) => Promise<void>,
  ): Promise<Subscription>;
  /** Handles each notification once, likewise. */
  onNotification(
    handle: (notification: EventOf<"notification">, repositories: R) => Promise<void>,
  ): Promise<Subscription>;
}

export declare function createOwner<O extends Owner, R extends OwnerRepositories>(
  options: OwnerOptions<O, R>,
): OwnerKit<O, R>;

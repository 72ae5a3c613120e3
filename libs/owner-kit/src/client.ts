import { randomUUID } from "node:crypto";
import {
  type Bus,
  type Subscription,
  MalformedMessage,
  RequestUnanswered,
  companyIdOf,
  encodePayload,
  findSizeFault,
  parseMessage,
  refIdOf,
} from "@countersign/bus";
import { repeat } from "@countersign/concurrency";
import {
  BUILT_IN_KINDS,
  MESSAGES,
  RPC,
  SUBJECTS,
  consumersOf,
  contractOf,
  parseContract,
  type Amendment,
  type Cancellation,
  type EventOf,
  type HrSubmission,
  type HrSubmitted,
  type Kind,
  type KindRegistry,
  type Owner,
  type OwnerConsumer,
  type RpcName,
  type RpcReply,
  type RpcRequest,
  type Submission,
  type Submitted,
} from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import type { Inbox, UnitOfWork } from "@countersign/mongo";
import { eventEntry, type OutboxEntry } from "@countersign/outbox";
import { parseInput } from "@countersign/service-kit";
import { z } from "zod";

/** The owner's repositories that the kit needs, bound to one transaction. */
export interface OwnerRepositories {
  inbox: Inbox;
}

export interface OwnerOptions<O extends Owner, R extends OwnerRepositories> {
  owner: O;
  /** The kinds of the deployment, the same as the engine's. Default: the built-in ones. */
  registry?: KindRegistry;
  bus: Pick<Bus, "consume" | "request">;
  /** The owner's own transactions; see `createUnitOfWork`. */
  unitOfWork: UnitOfWork<R>;
  /** Waits before a request without an answer is repeated, in milliseconds. Default 200, 1000. */
  retryMs?: readonly number[];
  /** How long one attempt at a request may take, in milliseconds. Default 5000. */
  timeoutMs?: number;
}

/** How a document's run ended. */
export type OutcomeEvent = EventOf<"completed"> | EventOf<"rejected"> | EventOf<"recalled">;
/** The engine's answer to a durable submit or amend. */
export type AnswerEvent = EventOf<"accepted"> | EventOf<"refused">;

/**
 * Thrown by a handler for a message that it can read and cannot apply: its transaction is undone, `note` keeps the reason
 * in one of its own, and the message goes to the dead letters. Published again it is tried again.
 */
export class NotApplied<R> extends MalformedMessage {
  readonly note: (repositories: R) => Promise<void>;
  constructor(reason: string, note: (repositories: R) => Promise<void>) {
    super(reason);
    this.note = note;
  }
}

/** An approver wants changes of a document before they decide, or does so no longer; an amendment is taken meanwhile. */
export type ChangesEvent = EventOf<"changesRequested">;

/** The client of a business service whose documents need approval. */
export interface OwnerKit<O extends Owner, R extends OwnerRepositories> {
  /**
   * Submits and waits for the answer, trying again with the same `requestId` when none came. Kinds of `hr` that are not
   * built in are submitted by `request("submit")`.
   *
   * @throws RequestRefused with the exact text; nothing was submitted, except that 500 and 503 leave it unknown
   * @throws RequestUnanswered when no answer came. With `possiblyHandled` the outcome is unknown: try again with the same
   *   `requestId`; else nothing was submitted
   */
  submit(
    request: (O extends "hr" ? HrSubmission : Submission) & { requestId: string },
  ): Promise<O extends "hr" ? HrSubmitted : Submitted>;
  /** Cancels and waits for the answer; may be repeated. @throws as `submit` */
  cancel(request: Cancellation): Promise<RpcReply<"cancel">>;
  /**
   * Changes a document whose approval is in progress, and waits for the answer. The same document again changes nothing.
   *
   * @throws as `submit`; 404 without an approval in progress, 409 where the company's setting refuses
   */
  amend(request: Amendment): Promise<RpcReply<"amend">>;
  /**
   * Calls any operation of the engine and waits for the answer.
   *
   * @param options.retryMs waits before a request without an answer is repeated; default the kit's. Repeat only
   *   operations that may be done twice
   * @throws as `submit`
   */
  request<N extends RpcName>(
    name: N,
    request: RpcRequest<N>,
    options?: { retryMs?: readonly number[] },
  ): Promise<RpcReply<N>>;
  /**
   * The durable command for the owner's outbox: make it outside the transaction, add it inside. Its `id` is the
   * `requestId` of the engine's answer and of the outcome: keep it with the document, for `isAbout`.
   *
   * @throws DomainError `INVALID_INPUT` naming each field that breaks the contract, such as
   *   `document.title: must have at most 200 characters`; a REST route answers it with 400
   */
  submitCommand(submission: Submission): OutboxEntry;
  /** The durable command for the owner's outbox, likewise. @throws as `submitCommand` */
  cancelCommand(cancellation: Cancellation): OutboxEntry;
  /**
   * The durable command for the owner's outbox, likewise. Without an approval in progress it has no answer.
   *
   * @throws as `submitCommand`
   */
  amendCommand(amendment: Amendment): OutboxEntry;
  /** Handles each outcome once, in one transaction with its inbox record, in order within a document. */
  onOutcome(handle: (outcome: OutcomeEvent, repositories: R) => Promise<void>): Promise<Subscription>;
  /**
   * Handles each answer to a durable submit or amend once, likewise.
   *
   * @param onChangesRequested - handles likewise that an approver wants changes, or does so no longer (contract-4, TALK-2).
   *   Left out: that is acknowledged, and nothing happens
   */
  onAnswer(
    handle: (answer: AnswerEvent, repositories: R) => Promise<void>,
    onChangesRequested?: (changes: ChangesEvent, repositories: R) => Promise<void>,
  ): Promise<Subscription>;
  /** Handles each notification once, likewise. */
  onNotification(
    handle: (notification: EventOf<"notification">, repositories: R) => Promise<void>,
  ): Promise<Subscription>;
}

const DEFAULT_RETRY_MS = [200, 1_000] as const;
const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Creates the kit of one owner. Its replicas share their positions as one consumer. Commands carry the trace of the work
 * in progress; requests and deliveries do so on a traced bus, see {@link traceBus}.
 */
export function createOwner<O extends Owner, R extends OwnerRepositories>(
  options: OwnerOptions<O, R>,
): OwnerKit<O, R> {
  const { owner, bus, unitOfWork } = options;
  const { registry = BUILT_IN_KINDS, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const consumers = consumersOf(owner);
  const { messages } = contractOf(registry);
  const outcomeEvent = z.discriminatedUnion("type", [
    messages.completed.event,
    messages.rejected.event,
    messages.recalled.event,
  ]);
  const answerEvent = z.discriminatedUnion("type", [
    messages.accepted.event,
    messages.refused.event,
    messages.changesRequested.event,
  ]);
  const declaration = declaredKinds(registry, owner);

  async function call<N extends RpcName>(
    name: N,
    request: RpcRequest<N>,
    { retryMs = options.retryMs ?? DEFAULT_RETRY_MS }: { retryMs?: readonly number[] } = {},
  ): Promise<RpcReply<N>> {
    const { subject, reply } = RPC[name];
    const content = name === "submit" || name === "hrSubmit" ? { ...request, ...declaration } : request;
    let possiblyHandled = false;
    const ask = async () => parseContract(reply, await bus.request(subject, content, { timeoutMs }));
    try {
      return (await repeat(ask, {
        waitMs: (failures, error) => {
          if (!(error instanceof RequestUnanswered)) return undefined;
          possiblyHandled ||= error.possiblyHandled;
          return retryMs[failures - 1];
        },
      })) as RpcReply<N>;
    } catch (error) {
      if (!(error instanceof RequestUnanswered)) throw error;
      throw new RequestUnanswered(error.message, { possiblyHandled, cause: error });
    }
  }

  function command(
    name: "submitCommand" | "cancelCommand" | "amendCommand",
    data: Submission | Cancellation | Amendment,
  ): OutboxEntry {
    // Checked, not changed: the engine reads it by the same schema.
    parseInput<z.ZodType>(messages[name].data, data);
    const entry = eventEntry({
      id: randomUUID(),
      source: `/countersign/${owner}`,
      type: MESSAGES[name].type,
      subject: SUBJECTS[name],
      key: data.refId,
      time: new Date(),
      data,
    });
    const sizeFault = findSizeFault(encodePayload(entry.data));
    if (sizeFault !== undefined) throw new DomainError("INVALID_INPUT", sizeFault);
    return entry;
  }

  /** Consumes one kind of event: reads it by its contract, records it in the inbox and handles it in one transaction. */
  function consume<S extends z.ZodType<{ id: string }>>(
    source: OwnerConsumer,
    schema: S,
    handle: (event: z.output<S>, repositories: R) => Promise<void>,
  ): Promise<Subscription> {
    const { durable } = source;
    return bus.consume({ ...source, keyOf: refIdOf, senderOf: companyIdOf }, async (delivery) => {
      const event = parseMessage(schema, delivery);
      try {
        await unitOfWork(async (repositories) => {
          if (await repositories.inbox.record(durable, event.id)) await handle(event, repositories);
        });
      } catch (error) {
        if (error instanceof NotApplied) await unitOfWork(error.note);
        throw error;
      }
    });
  }

  return {
    submit: (request) => call(owner === "hr" ? "hrSubmit" : "submit", request),
    cancel: (request) => call("cancel", request),
    amend: (request) => call("amend", request),
    request: call,
    submitCommand: (submission) => command("submitCommand", { ...submission, ...declaration }),
    cancelCommand: (cancellation) => command("cancelCommand", cancellation),
    amendCommand: (amendment) => command("amendCommand", amendment),
    onOutcome: (handle) => consume(consumers.outcomes, outcomeEvent, handle),
    onAnswer: (handle, onChangesRequested) =>
      consume(consumers.answers, answerEvent, async (event, repositories) => {
        if (event.type !== "approval.request.changesRequested") await handle(event, repositories);
        else await onChangesRequested?.(event, repositories);
      }),
    onNotification: (handle) => consume(consumers.notifications, messages.notification.event, handle),
  };
}

/** The owner's kinds for a submission, where any were added: the engine refuses it if it lacks one (DOC-1). */
function declaredKinds(registry: KindRegistry, owner: Owner): { ownerKinds?: Kind[] } {
  const kinds = registry.kindsOf(owner);
  return kinds.length === BUILT_IN_KINDS.kindsOf(owner).length ? {} : { ownerKinds: [...kinds] };
}

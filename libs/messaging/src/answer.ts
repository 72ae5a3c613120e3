import { ContractViolation } from "@countersign/contracts";
import { toDomainError } from "@countersign/mongo";
import { ERROR_TABLE, type Logger } from "@countersign/service-kit";
import type { Delivery, Endpoint, ServiceDefinition } from "./bus.ts";
import { RequestRefused } from "./bus.ts";
import { headerText } from "./payload.ts";
import { inSenderTrace } from "./sender-trace.ts";
import { createSemaphore } from "./semaphore.ts";
import { createWorkInHand } from "./work-in-hand.ts";

const DEFAULT_CONCURRENCY = 64;

/** How a request ended: a JSON value, or the code and text of a refusal. */
export type Answer = { value: unknown } | { refusal: { code: number; text: string } };

/** Answers the requests of one service within its bounds. */
export interface Answerer {
  /** Answers through the callback, once; never throws. */
  answer(endpoint: Pick<Endpoint, "handle">, request: Delivery, reply: (answer: Answer) => void): void;
  /** Resolves once everything in hand was answered. */
  idle(): Promise<void>;
}

/** Creates what both adapters share of serving: JSON check, bounds, refusals without internals. */
export function createAnswerer(
  service: Pick<ServiceDefinition, "concurrency">,
  logger: Pick<Logger, "error">,
): Answerer {
  const concurrency = service.concurrency ?? DEFAULT_CONCURRENCY;
  const withSlot = createSemaphore(concurrency);
  const inHand = createWorkInHand();
  /** By account of the broker: one may take every slot, but the places to wait are left to the others. */
  const inHandOf = new Map<string, number>();
  const ofAccount = (account: string | undefined) =>
    account === undefined ? 0 : (inHandOf.get(account) ?? 0);
  const leave = (account: string) => {
    const left = ofAccount(account) - 1;
    if (left > 0) inHandOf.set(account, left);
    else inHandOf.delete(account);
  };

  async function answerOf(endpoint: Pick<Endpoint, "handle">, request: Delivery): Promise<Answer> {
    try {
      return { value: await withSlot(() => endpoint.handle(request)) };
    } catch (error) {
      const refusal = refusalOf(error);
      const about = { err: error, subject: request.subject };
      if (refusal.code >= 500) inSenderTrace(request, () => logger.error(about, "a request failed"));
      return { refusal };
    }
  }

  return {
    answer(endpoint, request, reply) {
      const { account } = request;
      // Asked before the request is read, so that refusing costs next to nothing.
      const isTooMany = inHand.count >= 2 * concurrency || ofAccount(account) >= concurrency;
      if (isTooMany) return reply(refuse(503, "Too many requests at once"));
      if (request.fault !== undefined) return reply(refuse(400, headerText(`Refused: ${request.fault}`)));
      if (request.data === undefined) return reply(refuse(400, "The request is not JSON"));
      if (account !== undefined) inHandOf.set(account, ofAccount(account) + 1);
      inHand.start(async () => {
        const answer = await answerOf(endpoint, request);
        if (account !== undefined) leave(account);
        reply(answer);
      });
    },
    idle: () => inHand.below(1),
  };
}

function refuse(code: number, text: string): Answer {
  return { refusal: { code, text } };
}

/** How an error of a handler is answered: a refusal with its text, or 500 without internals. */
export function refusalOf(error: unknown): { code: number; text: string } {
  if (error instanceof RequestRefused) return { code: error.code, text: headerText(error.message) };
  if (error instanceof ContractViolation) return { code: 400, text: headerText(error.message) };
  const known = toDomainError(error);
  if (known) return { code: ERROR_TABLE[known.code].status, text: headerText(known.message) };
  return { code: 500, text: "Internal error" };
}

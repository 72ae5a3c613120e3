import { ContractViolation } from "@countersign/contracts";
import { toDomainError } from "@countersign/mongo";
import { createSemaphore } from "@countersign/concurrency";
import { createRateCount, ERROR_TABLE, type Logger, type RateCount } from "@countersign/service-kit";
import type { Delivery, Endpoint, RequestReplyService } from "./bus.ts";
import { RequestRefused } from "./bus.ts";
import { findSizeFault, headerText } from "./payload.ts";
import { inSenderTrace } from "./sender-trace.ts";
import { createWorkInProgress } from "./work-in-progress.ts";

const DEFAULT_CONCURRENCY = 64;
/** Bytes of requests in progress, for one account and in all. Parsed requests take several times as much. */
const MAX_ACCOUNT_BYTES = 8 * 1024 * 1024;
const MAX_BYTES = 2 * MAX_ACCOUNT_BYTES;
/** Refusals that one account gets. Beyond that its requests are neither read nor answered: both are work too. */
const REFUSALS = { burst: 1_000, perSecond: 1_000 } as const;
/** Key of requests that came from no other account. */
const OWN_ACCOUNT = "";

/** How a request ended: a JSON value, or the code and text of a refusal. */
export type Answer = { value: unknown } | { refusal: { code: number; text: string } };

/** A request that is not read yet. */
export interface Arrival extends Pick<Delivery, "raw"> {
  /** That of {@link Delivery}. */
  account?: string | undefined;
  read: () => Delivery;
}

/** Answers the requests of one service within its bounds. */
export interface Answerer {
  /** Answers through the callback once; accounts that are refused far too often get no answer. Never throws. */
  answer(endpoint: Pick<Endpoint, "handle">, arrival: Arrival, reply: (answer: Answer) => void): void;
  /** Resolves once everything in progress was answered. */
  idle(): Promise<void>;
}

/** Creates the part of serving that both adapters share: JSON check, bounds, refusals without internals. */
export function createAnswerer(
  service: Pick<RequestReplyService, "concurrency">,
  logger: Pick<Logger, "error">,
): Answerer {
  const concurrency = service.concurrency ?? DEFAULT_CONCURRENCY;
  const withSlot = createSemaphore(concurrency);
  const inProgress = createWorkInProgress();
  let bytesInProgress = 0;
  const accounts = new Map<string, Account>();

  /** One account of the broker may take every slot, but not the places to wait. */
  function hasPlace(name: string, account: Account, bytes: number): boolean {
    if (inProgress.count >= 2 * concurrency || bytesInProgress + bytes > MAX_BYTES) return false;
    if (name === OWN_ACCOUNT) return true;
    return account.inProgress < concurrency && account.bytes + bytes <= MAX_ACCOUNT_BYTES;
  }

  async function answerOf(endpoint: Pick<Endpoint, "handle">, request: Delivery): Promise<Answer> {
    if (request.fault !== undefined) return refuse(400, headerText(`Refused: ${request.fault}`));
    const sizeFault = findSizeFault(request.raw);
    if (sizeFault !== undefined) return refuse(400, `Refused: ${sizeFault}`);
    if (request.data === undefined) return refuse(400, "The request is not JSON");
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
    answer(endpoint, { account: name = OWN_ACCOUNT, raw, read }, reply) {
      const account = accounts.getOrInsertComputed(name, openAccount);
      const bytes = raw.length;
      // Asked before the request is read, so that refusing costs next to nothing.
      if (account.refusals.isUsedUp()) return;
      if (!hasPlace(name, account, bytes)) {
        account.refusals.count();
        reply(refuse(429, "Too many requests at once"));
        return;
      }
      account.inProgress += 1;
      account.bytes += bytes;
      bytesInProgress += bytes;
      inProgress.start(async () => {
        const answer = await answerOf(endpoint, read());
        if ("refusal" in answer) account.refusals.count();
        account.inProgress -= 1;
        account.bytes -= bytes;
        bytesInProgress -= bytes;
        reply(answer);
      });
    },
    idle: () => inProgress.below(1),
  };
}

/** Requests of one account of the broker. The broker's configuration bounds the number of accounts. */
interface Account {
  inProgress: number;
  bytes: number;
  refusals: RateCount;
}

function openAccount(): Account {
  return { inProgress: 0, bytes: 0, refusals: createRateCount(REFUSALS) };
}

function refuse(code: number, text: string): Answer {
  return { refusal: { code, text } };
}

/** How an error of a handler is answered: a refusal with its text, or 500 without internals. */
export function refusalOf(error: unknown): { code: number; text: string } {
  if (error instanceof RequestRefused) return { code: error.code, text: headerText(error.message) };
  if (error instanceof ContractViolation) return { code: 400, text: headerText(error.message) };
  const domainError = toDomainError(error);
  if (domainError)
    return { code: ERROR_TABLE[domainError.code].status, text: headerText(domainError.message) };
  return { code: 500, text: "Internal error" };
}

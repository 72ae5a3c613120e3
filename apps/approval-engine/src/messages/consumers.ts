import {
  type Bus,
  type Delivery,
  MalformedMessage,
  type Subscription,
  parseMessage,
  refIdOf,
} from "@countersign/bus";
import {
  type EventOf,
  FILTERS,
  type Kind,
  type KindRegistry,
  LIMITS,
  STREAMS,
  SUBJECTS,
  contractOf,
  hexId,
  knownKind,
  line,
} from "@countersign/contracts";
import type { DirectoryCopy } from "@countersign/directory";
import { DomainError } from "@countersign/domain/errors";
import { z } from "zod";

import type { Engine } from "../engine.ts";
import { type CompanyFence, assertOwner, deadLetterFence, ownerOfAccount } from "../shared/company-fence.ts";
import { consumeDirectory } from "./directory-consumer.ts";
import { keyIn, senderIn, senderOf } from "./stored-sender.ts";

/** Waits before a valid message is tried again; then it is a dead letter. */
const BACKOFF_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const;

/** Consumes the engine's durable messages: commands, in order per document, new companies, and changes of people. */
export async function startConsumers({
  kinds,
  bus,
  engine,
  directory,
  fence,
}: {
  kinds: KindRegistry;
  bus: Pick<Bus, "consume">;
  engine: Pick<
    Engine,
    | "handleSubmitCommand"
    | "refuseSubmitCommand"
    | "handleCancelCommand"
    | "handleAmendCommand"
    | "seedCompany"
    | "releaseLeaver"
  >;
  directory: DirectoryCopy;
  fence: CompanyFence;
}): Promise<Subscription[]> {
  const { messages } = contractOf(kinds);
  const fenceUnanswered = deadLetterFence(fence);
  const unreadable = unreadableSubmission(kinds);

  /** Reads a submission. One that breaks the contract is answered, as far as it can be, and becomes a dead letter. */
  async function readOrRefuse(
    delivery: Delivery,
    authorize: (submission: { companyId: string; kind: Kind }) => void,
  ): Promise<EventOf<"submitCommand">> {
    try {
      return parseMessage(messages.submitCommand.event, delivery);
    } catch (error) {
      const { data: sentData } = unreadable.safeParse(delivery.data);
      if (sentData === undefined) throw error;
      const submission = { id: sentData.id, ...sentData.data };
      await engine.refuseSubmitCommand(submission, (error as Error).message, () => authorize(submission));
      throw error;
    }
  }

  const commands = await bus.consume(
    {
      stream: STREAMS.commands.name,
      durable: "approval-engine-commands",
      filter: FILTERS.commands,
      keyOf: (delivery) => keyIn(delivery, refIdOf(delivery)),
      senderOf,
      backoffMs: BACKOFF_MS,
    },
    async (delivery) => {
      const { account, subject } = senderIn(delivery.subject);
      switch (subject) {
        case SUBJECTS.submitCommand: {
          const authorize = ({ companyId, kind }: { companyId: string; kind: Kind }) => {
            fence(account, companyId);
            assertOwner(kinds, account, kinds.ownerOf(kind));
          };
          const event = await readOrRefuse(delivery, authorize);
          return engine.handleSubmitCommand(event, () => authorize(event.data));
        }
        case SUBJECTS.cancelCommand: {
          const event = parseMessage(messages.cancelCommand.event, delivery);
          fenceUnanswered(account, event.data.companyId);
          return engine.handleCancelCommand(event, ownerOfAccount(kinds, account));
        }
        case SUBJECTS.amendCommand: {
          const event = parseMessage(messages.amendCommand.event, delivery);
          fenceUnanswered(account, event.data.companyId);
          return engine.handleAmendCommand(event, ownerOfAccount(kinds, account)).catch(buryWithoutRun);
        }
        default:
          throw new MalformedMessage(`no such command: ${delivery.subject}`);
      }
    },
  );
  const companies = await bus.consume(
    {
      stream: STREAMS.companies.name,
      durable: "approval-engine-companies",
      filter: SUBJECTS.companyCreated,
      backoffMs: BACKOFF_MS,
    },
    async (delivery) =>
      engine.seedCompany(parseMessage(messages.companyCreated.event, delivery).data.companyId),
  );
  const onLeaver = async (companyId: string, userId: string) => engine.releaseLeaver(companyId, userId);
  const people = await consumeDirectory({
    kinds,
    bus,
    directory,
    fence,
    left: onLeaver,
    backoffMs: BACKOFF_MS,
  });
  return [commands, companies, people];
}

/** Without a run nobody knows of which kind an answer would be: the command is a dead letter. */
function buryWithoutRun(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "NOT_FOUND") throw error;
  throw new MalformedMessage(`data.${error.field}: ${error.message}`, { cause: error });
}

/** The parts of a submission by which it can be answered, whatever else is wrong with it (contract-3, OPS-6). */
function unreadableSubmission(kinds: KindRegistry) {
  const data = z.object({
    companyId: hexId,
    branchId: hexId.optional().catch(undefined),
    refId: hexId,
    kind: knownKind(kinds),
  });
  return z.object({ id: line(LIMITS.eventId), data });
}

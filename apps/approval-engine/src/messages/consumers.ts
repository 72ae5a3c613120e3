import {
  type Bus,
  type Delivery,
  MalformedMessage,
  type Subscription,
  parseMessage,
  companyIdOf,
  refIdOf,
} from "@countersign/bus";
import { FILTERS, type KindRegistry, STREAMS, SUBJECTS, contractOf } from "@countersign/contracts";

import type { Engine } from "../engine.ts";
import { type CompanyFence, assertOwner, ownerOfAccount } from "./company-fence.ts";

/** Waits before a valid message is tried again; then it is a dead letter. */
const BACKOFF_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const;

/** Consumes the engine's durable messages: commands, in order per document, and new companies. */
export async function startConsumers({
  kinds,
  bus,
  engine,
  fence,
}: {
  kinds: KindRegistry;
  bus: Pick<Bus, "consume">;
  engine: Pick<Engine, "handleSubmitCommand" | "handleCancelCommand" | "seedCompany">;
  fence: CompanyFence;
}): Promise<Subscription[]> {
  const { messages } = contractOf(kinds);
  const commands = await bus.consume(
    {
      stream: STREAMS.commands.name,
      durable: "approval-engine-commands",
      filter: FILTERS.commands,
      keyOf,
      senderOf,
      backoffMs: BACKOFF_MS,
    },
    async (delivery) => {
      const { account, subject } = commandOf(delivery.subject);
      switch (subject) {
        case SUBJECTS.submitCommand: {
          const event = parseMessage(messages.submitCommand.event, delivery);
          const { companyId, kind } = event.data;
          return engine.handleSubmitCommand(event, () => {
            fence(account, companyId);
            assertOwner(kinds, account, kinds.ownerOf(kind));
          });
        }
        case SUBJECTS.cancelCommand: {
          const event = parseMessage(messages.cancelCommand.event, delivery);
          try {
            fence(account, event.data.companyId);
          } catch (error) {
            throw new MalformedMessage((error as Error).message, { cause: error });
          }
          return engine.handleCancelCommand(event, ownerOfAccount(kinds, account));
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
  return [commands, companies];
}

const COMMAND_OF_ACCOUNT = /^approval\.command\.from\.([^.]+)\.([^.]+)$/u;

/** The broker stores a command of another account under a subject that names it; `docs/nats/accounts.md`. */
function commandOf(subject: string): { account?: string | undefined; subject: string } {
  const [, account, command] = COMMAND_OF_ACCOUNT.exec(subject) ?? [];
  return account === undefined ? { subject } : { account, subject: `approval.command.${command}` };
}

/** Sender of an unchecked command: its account and company. */
function senderOf(delivery: Delivery): string {
  return `${commandOf(delivery.subject).account ?? ""} ${companyIdOf(delivery) ?? ""}`;
}

/**
 * Sender and document of an unchecked command. A command that waits holds back only those of its own sender, whatever
 * id it names.
 */
function keyOf(delivery: Delivery): string | undefined {
  const refId = refIdOf(delivery);
  return refId === undefined ? undefined : `${senderOf(delivery)} ${refId}`;
}

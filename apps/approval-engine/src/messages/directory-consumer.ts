import { type Bus, type Delivery, MalformedMessage, type Subscription, parseMessage } from "@countersign/bus";
import { FILTERS, type KindRegistry, MESSAGES, STREAMS, SUBJECTS } from "@countersign/contracts";
import type { DirectoryCopy } from "@countersign/directory";

import { type CompanyFence, deadLetterFence, ownerOfAccount } from "../shared/company-fence.ts";
import { keyIn, senderIn, senderOf } from "./stored-sender.ts";

/** Follows the changes of people, departments and groups (contract-2, DOC-4; contract-3, SRC-2), in order per record. */
export async function consumeDirectory({
  kinds,
  bus,
  directory,
  fence,
  left,
  backoffMs,
}: {
  kinds: KindRegistry;
  bus: Pick<Bus, "consume">;
  directory: DirectoryCopy;
  fence: CompanyFence;
  /** Called for a user who has left, once that is written, and again for a repeated message. */
  left: (companyId: string, userId: string) => Promise<void>;
  backoffMs: readonly number[];
}): Promise<Subscription> {
  const fenceUnanswered = deadLetterFence(fence);
  function assertMayChange(account: string, companyId: string): void {
    const owner = ownerOfAccount(kinds, account);
    if (owner !== undefined && owner !== "hr") {
      throw new MalformedMessage("Only the service of the owner hr may change the directory");
    }
    fenceUnanswered(account, companyId);
  }

  const options = {
    stream: STREAMS.directory.name,
    durable: "approval-engine-directory",
    filter: FILTERS.directory,
    keyOf: (delivery: Delivery) => keyIn(delivery, recordIdOf(delivery)),
    senderOf,
    backoffMs,
  };
  return bus.consume(options, async (delivery) => {
    const { account, subject } = senderIn(delivery.subject);
    const { type, companyId, record } = changeIn(delivery, subject);
    // A change without an account is the platform's own: the broker stores no other under that subject.
    if (account !== undefined) assertMayChange(account, companyId);
    const refusal = await directory.apply(type, companyId, record);
    if (refusal !== undefined) throw new MalformedMessage(`data.${type}.${refusal}`);
    if (type === "user" && !record.active) await left(companyId, record._id);
  });
}

function changeIn(delivery: Delivery, subject: string) {
  switch (subject) {
    case SUBJECTS.userChanged: {
      const { companyId, user } = parseMessage(MESSAGES.userChanged.event, delivery).data;
      return { type: "user", companyId, record: user } as const;
    }
    case SUBJECTS.employeeChanged: {
      const { companyId, employee } = parseMessage(MESSAGES.employeeChanged.event, delivery).data;
      return { type: "employee", companyId, record: employee } as const;
    }
    case SUBJECTS.departmentChanged: {
      const { companyId, department } = parseMessage(MESSAGES.departmentChanged.event, delivery).data;
      return { type: "department", companyId, record: department } as const;
    }
    case SUBJECTS.groupChanged: {
      const { companyId, group } = parseMessage(MESSAGES.groupChanged.event, delivery).data;
      return { type: "group", companyId, record: group } as const;
    }
    default:
      throw new MalformedMessage(`no such change: ${delivery.subject}`);
  }
}

/** Characters of an id. The value in an unchecked message may be longer. */
const ID_LENGTH = 24;

/** Id of the record in an unchecked message. */
function recordIdOf({ data }: Delivery): string | undefined {
  const { user, employee, department, group } =
    (data as { data?: Record<string, { _id?: unknown }> } | null)?.data ?? {};
  const id = (user ?? employee ?? department ?? group)?._id;
  return typeof id === "string" ? id.slice(0, ID_LENGTH).toLowerCase() : undefined;
}

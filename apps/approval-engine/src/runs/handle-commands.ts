import type { EventOf } from "@countersign/contracts";
import type { Owner } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { ERROR_TABLE } from "@countersign/service-kit";

import { cancelRun } from "./cancel-document.ts";
import { serviceCaller } from "../shared/caller.ts";
import { submitInput } from "../shared/inputs.ts";
import { acceptedEntry, refusedEntry } from "./outbox-entries.ts";
import { parseInput } from "../shared/parse-input.ts";
import { startRun } from "./start-run.ts";
import { type SubmitDependencies, answerOnce } from "./submit-document.ts";
import type { Transact } from "../shared/transact.ts";

/** Name of the engine's commands consumer in the inbox. */
const CONSUMER = "approval-commands";

/**
 * Handles a durable submission once: its run, the inbox record and the `.accepted` answer are one transaction. A
 * refusal is answered with `.refused` and its exact text.
 *
 * @param authorize - throws `DomainError` where the sender may not ask for this
 * @throws Error when the store did not take part: the message is to be delivered again
 */
export function createHandleSubmitCommand({ transact, rules }: SubmitDependencies) {
  return async (
    { id, data }: EventOf<"submitCommand">,
    authorize: () => void = () => undefined,
  ): Promise<void> => {
    const { companyId, branchId, refId, kind, submitterId } = data;
    const command = { companyId, branchId, refId, kind, requestId: id };
    const caller = serviceCaller(data, submitterId);
    try {
      authorize();
      const submission = parseInput(submitInput, data);
      await transact(async (attempt) => {
        const { repositories, newId, now } = attempt;
        if (!(await repositories.inbox.claim(CONSUMER, id, companyId))) return;
        const answer = await answerOnce(attempt, caller, submission, async () =>
          startRun(attempt, caller, { ...submission, byOwner: true }, rules),
        );
        await repositories.outbox.add([acceptedEntry(newId(), command, answer, now)]);
      });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      await transact(async ({ repositories, newId, now }) => {
        if (!(await repositories.inbox.claim(CONSUMER, id, companyId))) return;
        await repositories.outbox.add([refusedEntry(newId(), command, refusal, now)]);
      });
    }
  };
}

/** Handles a durable cancel once; with an owner, of its documents only. */
export function createHandleCancelCommand({ transact }: { transact: Transact }) {
  return async ({ id, data }: EventOf<"cancelCommand">, owner?: Owner): Promise<void> => {
    const { refId, actorId } = data;
    await transact(async (attempt) => {
      if (!(await attempt.repositories.inbox.claim(CONSUMER, id, data.companyId))) return;
      await cancelRun(attempt, serviceCaller(data, actorId), refId, owner);
    });
  };
}

const SERVER_ERROR = 500;

function refusalOf(error: unknown): { code: number; error: string } | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const { status: code } = ERROR_TABLE[error.code];
  return code < SERVER_ERROR ? { code, error: error.message } : undefined;
}

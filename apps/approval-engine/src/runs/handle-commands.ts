import type { EventOf, Owner } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { createInbox } from "@countersign/mongo";
import { createOutbox } from "@countersign/outbox";
import { ERROR_TABLE } from "@countersign/service-kit";

import { serviceCaller } from "../shared/caller.ts";
import { ownerOf } from "../shared/owner-of.ts";
import { parseInput } from "../shared/parse-input.ts";
import { SERVICE_NAME } from "../shared/service-name.ts";
import type { Transact } from "../shared/transact.ts";
import { cancelRun } from "./cancel-document.ts";
import { submitInputOf } from "./inputs.ts";
import { acceptedEntry, refusedEntry } from "./outbox-entries.ts";
import { startRun } from "./start-run.ts";
import { type SubmitDependencies, answerOnce } from "./submit-document.ts";

const SERVER_ERROR = 500;

/** Name of the engine's commands consumer in the inbox. */
const CONSUMER = "approval-commands";

/**
 * Handles a durable submission once: its run, the inbox record and the `.accepted` answer are one transaction. A
 * refusal is answered with `.refused` and its exact text.
 *
 * @param authorize - throws `DomainError` where the sender may not ask for this
 * @throws Error when the store fails: the message is then delivered again
 */
export function createHandleSubmitCommand({ kinds, transact, rules }: SubmitDependencies) {
  const submitInput = submitInputOf(kinds);
  return async (
    { id, data }: EventOf<"submitCommand">,
    authorize: () => void = () => undefined,
  ): Promise<void> => {
    const { companyId, branchId, refId, kind, submitterId } = data;
    const command = { owner: ownerOf(kinds, kind), companyId, branchId, refId, kind, requestId: id };
    const caller = serviceCaller(data, submitterId);
    try {
      authorize();
      const submission = parseInput(submitInput, data);
      await transact(async (scope) => {
        if (!(await createInbox(scope).record(CONSUMER, id, companyId))) return;
        const answer = await answerOnce(scope, caller, submission, async () =>
          startRun(scope, caller, { ...submission, byOwner: true }, rules),
        );
        const entry = acceptedEntry(scope.newId(), command, answer, scope.now);
        await createOutbox(scope, SERVICE_NAME).add([entry]);
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status: code } = ERROR_TABLE[error.code];
      if (code >= SERVER_ERROR) throw error;
      const refusal = { code, error: error.message };
      await transact(async (scope) => {
        if (!(await createInbox(scope).record(CONSUMER, id, companyId))) return;
        const entry = refusedEntry(scope.newId(), command, refusal, scope.now);
        await createOutbox(scope, SERVICE_NAME).add([entry]);
      });
    }
  };
}

/** Handles a durable cancel once; an owner may cancel its own documents only. */
export function createHandleCancelCommand({ transact }: { transact: Transact }) {
  return async ({ id, data }: EventOf<"cancelCommand">, owner?: Owner): Promise<void> => {
    const { refId, actorId } = data;
    await transact(async (scope) => {
      if (!(await createInbox(scope).record(CONSUMER, id, data.companyId))) return;
      await cancelRun(scope, serviceCaller(data, actorId), refId, owner);
    });
  };
}

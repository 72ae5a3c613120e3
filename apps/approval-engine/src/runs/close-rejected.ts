import { assertPerson } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { Caller } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import { type CloseRejectedInput, closeRejectedInput } from "./inputs.ts";
import { afterLastWrite } from "./run.ts";
import { createRunsRepository } from "./runs-repository.ts";

/**
 * `closeRejected`: the submitter of a rejected document needs to do nothing more about it (contract-4, TALK-3). A further
 * submission opens it again; one that is closed stays so.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`; `NOT_FOUND` for a document that the caller did not submit;
 *   `CONFLICT` for one that was not rejected; `FORBIDDEN` for agents
 */
export function createCloseRejected({ runs }: { runs: RunCommands }) {
  return async (caller: Caller, input: CloseRejectedInput): Promise<void> => {
    assertPerson(caller);
    const closing = parseInput(closeRejectedInput, input);
    const { refId } = closing;
    const command = { caller, operation: "closeRejected", command: closing, inTurn: refId };
    await onRunOnce(runs, command, async (scope) => {
      await refuseLeaver(scope, caller);
      const { companyId, userId } = caller;
      const repository = createRunsRepository(scope);
      const before = await repository.currentOf(companyId, refId);
      const [task] = before.tasks;
      if (task?.submitterId !== userId) {
        throw new DomainError("NOT_FOUND", text("missing.document"), { field: "refId" });
      }
      if (before.end?.state !== "REJECTED") {
        throw new DomainError("CONFLICT", text("run.notRejected"), { field: "refId" });
      }
      if (before.isClosed) return;
      const at = afterLastWrite(before, scope.now);
      const { runId } = task;
      const about = { action: "closeRejected", entity: "document", entityId: refId, details: { runId } };
      const facts = {
        audit: [{ companyId, actorId: userId, ...about, at }],
        changed: { id: scope.newId(), companyId, refId, runId, userIds: [userId] },
      };
      await repository.save(before, { ...before, isClosed: true, writtenAt: at }, { facts });
    });
  };
}

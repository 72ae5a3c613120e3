import { decide } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { type Caller, nameOf } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import { decisionContext } from "./decision-context.ts";
import { type RecallDocumentInput, recallDocumentInput } from "./inputs.ts";
import { recordDecision } from "./record-decision.ts";
import { toRun } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";

/**
 * `recallDocument`: the submitter, where the company's setting `recall` allows it, or a privileged user takes a document
 * back (contract-2, CTRL-3). Its owner gets the outcome `recalled`.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`; `NOT_FOUND` without an approval in progress; `FORBIDDEN`,
 *   or `CONFLICT` after the first verdict
 */
export function createRecallDocument({ runs }: { runs: RunCommands }) {
  return async (caller: Caller, input: RecallDocumentInput): Promise<void> => {
    const given = parseInput(recallDocumentInput, input);
    const { refId, reason } = given;
    const { companyId, userId: actorId, privileged, isAgent } = caller;
    const command = { caller, operation: "recall", command: given, inTurn: refId };
    await onRunOnce(runs, command, async (scope) => {
      const before = await createRunsRepository(scope).openOf(companyId, refId);
      if (before === undefined) {
        throw new DomainError("NOT_FOUND", text("run.notOpen"), {
          field: "refId",
        });
      }
      const context = await decisionContext(scope, companyId, before, { actor: caller });
      const actorName = await nameOf(caller, scope, context.people);
      const decision = decide(
        { type: "recall", reason, actorId, actorName, privileged, isAgent },
        toRun(before),
        context,
      );
      const audit = { action: "recall", entity: "document", entityId: refId };
      await recordDecision(scope, caller, { before, decision, substitutions: context.substitutions, audit });
    });
  };
}

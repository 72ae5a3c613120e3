import { decide } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { type Caller, nameOf } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import { decisionContext } from "./decision-context.ts";
import { type NudgeInput, nudgeInput } from "./inputs.ts";
import { recordDecision } from "./record-decision.ts";
import { toRun } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";

/**
 * `nudge`: the submitter reminds those who are asked, once in four hours and each time the stage is asked (contract-3,
 * TIME-4). The history has it as `REMINDED` with the submitter as actor.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`; `NOT_FOUND` without an approval in progress; `FORBIDDEN` for
 *   others; `CONFLICT` before four hours have passed, and while nobody is asked
 */
export function createNudge({ runs }: { runs: RunCommands }) {
  return async (caller: Caller, input: NudgeInput): Promise<void> => {
    const given = parseInput(nudgeInput, input);
    const { companyId, userId: actorId } = caller;
    const { refId } = given;
    const command = { caller, operation: "nudge", command: given, inTurn: refId };
    await onRunOnce(runs, command, async (scope) => {
      const before = await createRunsRepository(scope).openOf(companyId, refId);
      if (before === undefined) throw new DomainError("NOT_FOUND", text("run.notOpen"), { field: "refId" });
      const context = await decisionContext(scope, companyId, before, { actor: caller });
      const actorName = await nameOf(caller, scope, context.people);
      const decision = decide({ type: "nudge", actorId, actorName }, toRun(before), context);
      const audit = { action: "nudge", entity: "document", entityId: refId };
      await recordDecision(scope, caller, { before, decision, substitutions: context.substitutions, audit });
    });
  };
}

import { type Id, decide } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { type Caller, nameOf } from "../shared/caller.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { decisionContext } from "./decision-context.ts";
import { recordDecision } from "./record-decision.ts";
import { type RunRecords, toRun } from "./run-records.ts";

/**
 * Takes back the run of what the caller's agent asked for. The company's setting `recall` is about documents of people: a
 * request that is taken back allows nothing (contract-3, ASK-1).
 *
 * @throws DomainError `NOT_FOUND` for a run that has ended, `FORBIDDEN` for another's
 */
export async function withdrawRun(
  scope: TransactionScope,
  caller: Caller,
  before: RunRecords,
  { refId, reason }: { refId: Id; reason?: string | undefined },
): Promise<void> {
  const { companyId, userId: actorId, isAgent } = caller;
  if (before.end !== undefined) throw new DomainError("NOT_FOUND", text("run.notOpen"), { field: "id" });
  const context = await decisionContext(scope, companyId, before, { actor: caller });
  const actorName = await nameOf(caller, scope, context.people);
  const always = { ...context, rules: { ...context.rules, recall: "ALWAYS" as const } };
  const command = { type: "recall", reason, actorId, actorName, privileged: false, isAgent } as const;
  const decision = decide(command, toRun(before), always);
  const audit = { action: "recall", entity: "document", entityId: refId };
  await recordDecision(scope, caller, { before, decision, substitutions: context.substitutions, audit });
}

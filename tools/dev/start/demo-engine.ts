import { createEngine, type Engine } from "@countersign/approval-engine/engine";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, type Scope } from "@countersign/mongo";

/** The approval engine's use cases within the seed's transaction, without a running engine. */
export function demoEngine(scope: Scope, clock: () => Date): Engine {
  return createEngine({
    kinds: BUILT_IN_KINDS,
    rules: { returnRequeue: true, hrTakeOver: "anyone", definitionsRequirePrivileged: false },
    unitOfWork: async (work) => work(scope),
    newId,
    clock,
    committed: () => undefined,
    submissionFailed: () => undefined,
  });
}

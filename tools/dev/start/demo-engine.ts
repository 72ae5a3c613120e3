import { createEngine, type Engine } from "@countersign/approval-engine/engine";
import { documentKinds } from "@countersign/contracts";
import { newId, type Scope, type Store, type UnitOfWork } from "@countersign/mongo";
import { USUAL_KINDS } from "./kinds-of-platform.ts";

/** Where the demo company is written. */
export interface SeededStore {
  store: Pick<Store, "client" | "db" | "tracing" | "transactions">;
  /** Its transactions; all of them may be one. */
  unitOfWork: UnitOfWork<Scope>;
}

/** The approval engine's use cases, without a running engine. */
export function demoEngine({ store, unitOfWork }: SeededStore, clock: () => Date): Engine {
  return createEngine({
    kinds: documentKinds.parse(USUAL_KINDS),
    rules: { returnRequeue: true, hrTakeOver: "anyone", definitionsRequirePrivileged: false },
    unitOfWork,
    store,
    newId,
    clock,
    committed: () => undefined,
    submissionFailed: () => undefined,
  });
}

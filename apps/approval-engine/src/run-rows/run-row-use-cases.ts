import type { Transact } from "../shared/transact.ts";
import { createApprovalUseCases } from "./approval-use-cases.ts";
import { createTaskUseCases } from "./task-use-cases.ts";

/** The specification's changes of a run's single rows. */
export function createRunRowUseCases(dependencies: { transact: Transact }) {
  return {
    tasks: createTaskUseCases(dependencies),
    approvals: createApprovalUseCases(dependencies),
  };
}

export type RunRowUseCases = ReturnType<typeof createRunRowUseCases>;

import type { RunCommands } from "../shared/run-commands.ts";
import { createApprovalUseCases } from "./approval-use-cases.ts";
import { createTaskUseCases } from "./task-use-cases.ts";

/** The specification's changes of a run's single rows. */
export function createRunRowUseCases(dependencies: { runs: RunCommands }) {
  return {
    tasks: createTaskUseCases(dependencies),
    approvals: createApprovalUseCases(dependencies),
  };
}

export type RunRowUseCases = ReturnType<typeof createRunRowUseCases>;

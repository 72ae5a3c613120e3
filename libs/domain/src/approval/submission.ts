import { DomainError } from "../errors/index.ts";
import type { SubmitCommand } from "./commands.ts";
import type { StageInput } from "./types.ts";

/**
 * The stages of a submission, checked and in their order, from either source (specification: "Submit rules").
 *
 * @throws DomainError `INVALID_INPUT` for two sources, an order that is not finite or not unique;
 *   `WORKFLOW_NOT_FOUND`, `WORKFLOW_HAS_NO_STAGES`, `STAGE_HAS_NO_APPROVERS`
 */
export function stagesOf(command: SubmitCommand): StageInput[] {
  if (command.workflowId !== undefined && command.dynamicStages !== undefined) {
    throw new DomainError("INVALID_INPUT", "Give either workflowId or dynamicStages, not both", {
      field: "dynamicStages",
    });
  }
  const stages = command.workflowId === undefined ? command.dynamicStages : command.storedStages;
  if (stages === undefined) {
    throw new DomainError("WORKFLOW_NOT_FOUND", "Workflow not found", { field: "workflowId" });
  }
  if (stages.length === 0) {
    throw new DomainError("WORKFLOW_HAS_NO_STAGES", "Workflow has no stages");
  }
  assertOrders(command, stages);
  const unattended = stages.findIndex((stage) => stage.approverIds.length === 0);
  if (unattended !== -1) {
    throw new DomainError("STAGE_HAS_NO_APPROVERS", `Stage "${stages[unattended]?.name}" has no approvers`, {
      field: fieldOf(command, unattended, "approverIds"),
    });
  }
  return stages.toSorted((left, right) => left.order - right.order);
}

function assertOrders(command: SubmitCommand, stages: readonly StageInput[]): void {
  const seen = new Set<number>();
  for (const [index, { order }] of stages.entries()) {
    const field = fieldOf(command, index, "order");
    if (!Number.isFinite(order)) {
      throw new DomainError("INVALID_INPUT", "Stage order must be a finite number", { field });
    }
    if (seen.has(order)) {
      throw new DomainError("INVALID_INPUT", `Stage order ${order} is used more than once`, { field });
    }
    seen.add(order);
  }
}

/** The field at fault: for a stored workflow the field that names it, because the submission holds no stages. */
function fieldOf(command: SubmitCommand, index: number, name: keyof StageInput): string {
  return command.workflowId === undefined ? `dynamicStages.${index}.${name}` : "workflowId";
}

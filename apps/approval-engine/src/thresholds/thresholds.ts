import { DomainError } from "@countersign/domain/errors";
import { assertThreshold } from "@countersign/domain/inventory";

import type { ApprovalThreshold } from "../shared/records.ts";
import type { Repositories } from "../shared/repositories.ts";
import type { DefinitionDependencies } from "../definitions/definitions.ts";
import { createApprovalThresholdInput, updateApprovalThresholdInput } from "../shared/inputs.ts";
import { changed, createRecordUseCases } from "../shared/record-use-cases.ts";

/** `createApprovalThreshold`, `updateApprovalThreshold`, `deleteApprovalThreshold`; a limit of null is ignored. */
export function createThresholdUseCases(dependencies: DefinitionDependencies) {
  return createRecordUseCases<
    ApprovalThreshold,
    typeof createApprovalThresholdInput,
    typeof updateApprovalThresholdInput
  >(dependencies, {
    label: "Approval threshold",
    collection: "approval_thresholds",
    series: "AT",
    storeOf: ({ thresholds }) => thresholds,
    createInput: createApprovalThresholdInput,
    updateInput: updateApprovalThresholdInput,
    build: async ({ repositories }, companyId, input) => {
      const { kind, workflowId, amountThreshold, discountPercentageThreshold, enabled = true } = input;
      const limits = {
        amountThreshold: amountThreshold ?? null,
        discountPercentageThreshold: discountPercentageThreshold ?? null,
      };
      assertThreshold(limits);
      await assertWorkflow(repositories, companyId, workflowId);
      return { kind, workflowId, ...limits, enabled };
    },
    change: async ({ repositories }, record, input) => {
      const { amountThreshold, discountPercentageThreshold, ...others } = input;
      const limits = {
        amountThreshold: amountThreshold === undefined ? record.amountThreshold : amountThreshold,
        discountPercentageThreshold:
          discountPercentageThreshold === undefined
            ? record.discountPercentageThreshold
            : discountPercentageThreshold,
      };
      assertThreshold(limits);
      if (others.workflowId !== undefined) {
        await assertWorkflow(repositories, record.companyId, others.workflowId);
      }
      return { ...changed(record, others), ...limits };
    },
  });
}

async function assertWorkflow(
  { workflows }: Pick<Repositories, "workflows">,
  companyId: string,
  workflowId: string,
): Promise<void> {
  if ((await workflows.find(companyId, workflowId)) === undefined) {
    throw new DomainError("WORKFLOW_NOT_FOUND", "Workflow not found", { field: "workflowId" });
  }
}

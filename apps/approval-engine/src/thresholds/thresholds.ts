import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { assertThreshold } from "@countersign/domain/inventory";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { workflowExists } from "../definitions/index.ts";
import {
  type OwnFields,
  type RecordDependencies,
  changed,
  createRecordUseCases,
} from "../shared/record-use-cases.ts";
import type { ApprovalThreshold } from "./records.ts";
import { createApprovalThresholdInput, updateApprovalThresholdInput } from "./inputs.ts";
import { createThresholds } from "./repositories.ts";
import { THRESHOLDS, THRESHOLD_SERIES } from "./write-threshold.ts";

/** `createApprovalThreshold`, `updateApprovalThreshold`, `deleteApprovalThreshold`; a limit of null is ignored. */
export function createThresholdUseCases(dependencies: RecordDependencies) {
  return createRecordUseCases<
    ApprovalThreshold,
    typeof createApprovalThresholdInput,
    typeof updateApprovalThresholdInput
  >(dependencies, {
    missingText: "missing.threshold",
    collection: THRESHOLDS,
    series: THRESHOLD_SERIES,
    storeOf: createThresholds,
    createInput: createApprovalThresholdInput,
    updateInput: updateApprovalThresholdInput,
    build: async (scope, companyId, input) => {
      const { kind, workflowId, amountThreshold, discountPercentageThreshold, enabled = true } = input;
      const { currency, order } = input;
      const limits = {
        amountThreshold: amountThreshold ?? null,
        discountPercentageThreshold: discountPercentageThreshold ?? null,
      };
      assertThreshold(limits);
      await assertWorkflow(scope, companyId, workflowId);
      const asked = { currency: currency ?? undefined, order: order ?? undefined };
      return defined<OwnFields<ApprovalThreshold>>({ kind, workflowId, ...limits, ...asked, enabled });
    },
    change: async (scope, record, input) => {
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
        await assertWorkflow(scope, record.companyId, others.workflowId);
      }
      return { ...changed(record, others), ...limits };
    },
  });
}

export type ThresholdUseCases = ReturnType<typeof createThresholdUseCases>;

async function assertWorkflow(scope: Scope, companyId: string, workflowId: string): Promise<void> {
  if (!(await workflowExists(scope, companyId, workflowId))) {
    throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
  }
}

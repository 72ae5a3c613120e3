import { BUILT_IN_KINDS, LIMITS } from "@countersign/contracts";
import { MAX_STAGES } from "@countersign/domain/approval";
import { getNullableType, isListType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";

import { listLimitOf } from "@countersign/graphql";
import { TAKE_MAX } from "../shared/page-inputs.ts";
import { createSchema, listLimits } from "./schema.ts";

describe("the lists of the schema", () => {
  it("each have a known maximum", () => {
    const lists = Object.values(createSchema(BUILT_IN_KINDS).getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith("__"))
      .flatMap((type) =>
        Object.values(isObjectType(type) ? type.getFields() : {})
          .filter((field) => isListType(getNullableType(field.type)))
          .map(({ name }) => [type.name, name] as const),
      );
    expect(lists.length).toBeGreaterThan(15);
    for (const [type, field] of lists)
      expect(listLimitOf(listLimits(BUILT_IN_KINDS), type, field)).toBeLessThanOrEqual(1_081);
  });

  it("that are bounded where they are written have that bound", () => {
    expect(LIMITS.stages).toBe(MAX_STAGES);
    const lists = listLimits(BUILT_IN_KINDS);
    expect(lists).toMatchObject({
      "Query.runTasks": LIMITS.stages,
      "Workflow.stages": LIMITS.stages,
      "WorkflowVersion.stages": LIMITS.stages,
      "Workflow.facts": LIMITS.facts,
      "WorkflowVersion.facts": LIMITS.facts,
      "WorkflowStage.approvers": LIMITS.approversPerStage,
      "StageApprover.groups": LIMITS.groups,
      // The name, every fact replaced by another, and of every stage its id, name, place, three fields of its rule, bulk,
      // approvers, sources and condition.
      "Query.workflowDiff": 1 + 2 * LIMITS.facts + 10 * LIMITS.stages,
      "WorkflowApprover.groups": LIMITS.groups,
      "WorkflowApproval.groups": LIMITS.groups,
      "WorkflowTask.approvals": LIMITS.approversPerStage,
      // Each group of a stage that can be completed has an approver of its own.
      "StageTally.groups": LIMITS.approversPerStage,
      // The approvers of a stage, and the submitter; the list is cut when it is read.
      "WorkflowEvent.targetIds": LIMITS.approversPerStage + 1,
      "ApprovalDocument.facts": LIMITS.facts,
      "ApprovalDocument.attachments": LIMITS.attachments,
      "ApprovalDocument.editorIds": LIMITS.editors,
      "ApprovalDocument.tables": LIMITS.tables,
      "DocumentTablePage.columns": LIMITS.tableColumns,
      // Every fact, table and attachment replaced by others, and the four fields beside them.
      "DocumentRevision.changes": 2 * (LIMITS.facts + LIMITS.tables + LIMITS.attachments) + 4,
      "Query.inboxCounts": BUILT_IN_KINDS.kinds.length,
      "Query.pendingApprovalCounts": BUILT_IN_KINDS.kinds.length,
      "Substitution.kinds": BUILT_IN_KINDS.kinds.length,
    });
    const pages = Object.entries(lists).filter(([name]) => name.endsWith("PageResult.data"));
    expect(pages).toHaveLength(14);
    expect(new Set(pages.map(([, most]) => most))).toEqual(new Set([TAKE_MAX]));
  });
});

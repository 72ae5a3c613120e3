import type { Db } from "mongodb";

import type {
  WorkflowApproverRecord,
  WorkflowRecord,
  WorkflowStageRecord,
  Workflow,
  WorkflowApprover,
  WorkflowStage,
} from "./records.ts";
import { narrowedBy, pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { presentFields, keywordIn, splitPaging } from "../shared/filters.ts";
import {
  findWorkflowApproverInput,
  findWorkflowStageInput,
  queryWorkflowInput,
  workflowApproverPageInput,
  workflowPageInput,
  workflowStagePageInput,
} from "./inputs.ts";
import { type Page, createRecordReader } from "../shared/record-reader.ts";
import { type VersionReadModel, createVersionReadModel } from "./version-read-model.ts";

/** Workflow definitions as lists and forms show them. Inputs are checked here, so callers may pass raw input. */
export interface DefinitionReadModel extends VersionReadModel {
  workflowPage(companyId: string, input: unknown): Page<Workflow>;
  /** All workflows that {@link workflowPage} matches, without its paging; for exports. */
  streamWorkflows(companyId: string, input: unknown): AsyncIterable<Workflow>;
  findWorkflow(companyId: string, input: unknown): Promise<Workflow | null>;
  workflowsByIds(companyId: string, ids: readonly string[]): Promise<(Workflow | null)[]>;
  stagePage(companyId: string, input: unknown): Page<WorkflowStage>;
  findStage(companyId: string, input: unknown): Promise<WorkflowStage | null>;
  stagesByIds(companyId: string, ids: readonly string[]): Promise<(WorkflowStage | null)[]>;
  /** Per workflow, in the order the stages run. */
  stagesByWorkflowIds(companyId: string, ids: readonly string[]): Promise<WorkflowStage[][]>;
  /** Per stage, oldest first. */
  approversByStageIds(companyId: string, ids: readonly string[]): Promise<WorkflowApprover[][]>;
  approverPage(companyId: string, input: unknown): Page<WorkflowApprover>;
  findApprover(companyId: string, input: unknown): Promise<WorkflowApprover | null>;
}

export function createDefinitionReadModel(db: Pick<Db, "collection">): DefinitionReadModel {
  const workflows = createRecordReader(db.collection<WorkflowRecord>("workflows"));
  const stages = createRecordReader(db.collection<WorkflowStageRecord>("workflow_stages"));
  const approvers = createRecordReader(db.collection<WorkflowApproverRecord>("workflow_approvers"));

  return {
    ...createVersionReadModel(db),
    workflowPage: (companyId, input) => {
      const { paging, filter } = workflowFilter(input);
      return pageNarrowedBy(workflowPageInput, workflows.page(companyId, filter, paging));
    },
    streamWorkflows: (companyId, input) => workflows.stream(companyId, workflowFilter(input).filter),
    findWorkflow: async (companyId, input) =>
      narrowedBy(queryWorkflowInput, () =>
        workflows.findNewest(companyId, presentFields(parseInput(queryWorkflowInput, input))),
      ),
    workflowsByIds: (companyId, ids) => workflows.byIds(companyId, ids),
    stagePage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(workflowStagePageInput, input));
      const { keyword, ...equal } = filter;
      const matching = { ...equal, ...keywordIn(["ref", "name"], keyword) };
      return pageNarrowedBy(workflowStagePageInput, stages.page(companyId, matching, paging));
    },
    findStage: async (companyId, input) =>
      narrowedBy(findWorkflowStageInput, () =>
        stages.findNewest(companyId, presentFields(parseInput(findWorkflowStageInput, input))),
      ),
    stagesByIds: (companyId, ids) => stages.byIds(companyId, ids),
    stagesByWorkflowIds: (companyId, ids) =>
      stages.byParents(companyId, "workflowId", ids, { order: 1, _id: 1 }),
    approversByStageIds: (companyId, ids) => approvers.byParents(companyId, "stageId", ids, { _id: 1 }),
    approverPage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(workflowApproverPageInput, input));
      return pageNarrowedBy(workflowApproverPageInput, approvers.page(companyId, filter, paging));
    },
    findApprover: async (companyId, input) =>
      narrowedBy(findWorkflowApproverInput, () =>
        approvers.findNewest(companyId, presentFields(parseInput(findWorkflowApproverInput, input))),
      ),
  };
}

function workflowFilter(input: unknown) {
  const { paging, filter } = splitPaging(parseInput(workflowPageInput, input));
  const { keyword, ...equal } = filter;
  return { paging, filter: { ...equal, ...keywordIn(["ref", "name"], keyword) } };
}

/** The pages by the names that the generated resolver types refer to. */
export type WorkflowPage = Page<Workflow>;
export type WorkflowStagePage = Page<WorkflowStage>;
export type WorkflowApproverPage = Page<WorkflowApprover>;

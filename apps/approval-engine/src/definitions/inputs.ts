import {
  STAGES_FAULT,
  FACT_TYPES,
  KEY,
  LIMITS,
  approverIds,
  approversSchema,
  groupsSchema,
  hexId,
  line,
  prose,
  refuseRepeated,
} from "@countersign/contracts";
import type { FactDeclaration } from "@countersign/domain/routing";
import { z } from "zod";

import { clearable, documentFields, eachClearable, eachOptional, label, optional } from "../shared/inputs.ts";
import { finderOf, keyword, optionalObjectId, pageOf } from "../shared/page-inputs.ts";
import { stageInput } from "./content.ts";
import { DEFINITION_STATUSES } from "./records.ts";

const { key, name, order, approveBy, rejectBy, bulk, ...clearedInput } = stageInput;
const status = z.enum(DEFINITION_STATUSES);
const groups = groupsSchema(label);
const approvers = z.unknown().pipe(approversSchema(label));

const workflowFields = {
  description: clearable(prose(LIMITS.remark)),
  stageId: clearable(label(LIMITS.ref)),
  status: optional(status),
  ...documentFields,
};
export const createWorkflowInput = z.object({ name, ...workflowFields });
export const updateWorkflowInput = z.object({ name: optional(name), ...workflowFields });

const stageFields = {
  ...eachOptional({ approveBy, rejectBy, bulk, status, approverIds, approvers }),
  ...eachClearable(clearedInput),
  ...documentFields,
};
const ONE_LIST = { path: ["approvers"], error: "must not be given with approverIds" };
const hasOneList = (fields: { approverIds?: unknown; approvers?: unknown }) =>
  fields.approverIds === undefined || fields.approvers === undefined;

export const createWorkflowStageInput = z
  .object({ name, workflowId: hexId, order, ...stageFields })
  .refine(hasOneList, ONE_LIST);
export const updateWorkflowStageInput = z
  .object({ name: optional(name), order: optional(order), ...stageFields })
  .refine(hasOneList, ONE_LIST);

const publishedStage = z
  .object({
    name,
    ...eachOptional({
      key,
      order,
      approveBy,
      rejectBy,
      bulk,
      status,
      approverIds,
      approvers,
      ...clearedInput,
    }),
  })
  .refine(hasOneList, ONE_LIST);

const factDeclaration = z
  .object({ key: KEY, type: z.enum(FACT_TYPES), required: optional(z.boolean()) })
  .transform(({ key, type, required }): FactDeclaration => ({ key, type, ...(required && { required }) }));

/** The facts that a version declares (contract-3, ROUTE-3). */
export const declaredFacts = z
  .array(factDeclaration)
  .max(LIMITS.facts, `must have at most ${LIMITS.facts} items`)
  .superRefine((all, context) => refuseRepeated(all, [], context));

/** `publishWorkflow` (contract-3, ROUTE-1): a workflow as a whole; what is left out is not there. */
export const publishWorkflowInput = z.object({
  /** Left out: a new workflow. */
  workflowId: optional(hexId),
  name,
  description: optional(prose(LIMITS.remark)),
  status: optional(status),
  facts: optional(declaredFacts),
  stages: z
    .array(publishedStage)
    .max(LIMITS.stages, STAGES_FAULT)
    .superRefine((all, context) => refuseRepeated(all, [], context)),
  note: optional(prose(LIMITS.remark)),
});

/** The workflow is the stage's: naming another one is refused. */
export const createWorkflowApproverInput = z.object({
  stageId: hexId,
  workflowId: optional(hexId),
  approverId: hexId,
  groups: optional(groups),
  ...documentFields,
});
export const updateWorkflowApproverInput = z.object({
  approverId: optional(hexId),
  groups: optional(groups),
  ...documentFields,
});

const optionalStatus = status.nullish();

export const workflowPageInput = pageOf({ keyword, status: optionalStatus });
export const queryWorkflowInput = finderOf({
  _id: optionalObjectId,
  ref: line(LIMITS.ref).nullish(),
  name: line(LIMITS.name).nullish(),
  status: optionalStatus,
});
export const workflowStagePageInput = pageOf({
  keyword,
  workflowId: optionalObjectId,
  status: optionalStatus,
});
export const findWorkflowStageInput = finderOf({
  _id: optionalObjectId,
  ref: line(LIMITS.ref).nullish(),
  name: line(LIMITS.name).nullish(),
  workflowId: optionalObjectId,
  order: z.number().nullish(),
});
export const workflowApproverPageInput = pageOf({
  workflowId: optionalObjectId,
  stageId: optionalObjectId,
  approverId: optionalObjectId,
});
export const findWorkflowApproverInput = finderOf({
  _id: optionalObjectId,
  workflowId: optionalObjectId,
  stageId: optionalObjectId,
  approverId: optionalObjectId,
});

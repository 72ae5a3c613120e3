// The values that resolvers get for types of the SDL, under the types' names.
export type { PolicyLevel as HrApprovalPolicyLevel } from "@countersign/domain/hr";

export type { WorkflowApproval as Approval } from "../runs/index.ts";
export type {
  ApprovalPage as ApprovalPageResult,
  HrApprovalPolicyPage as HrApprovalPolicyPageResult,
} from "./hr-read-model.ts";
export type { HrApprovalPolicy as HrApprovalPolicyDto } from "./records.ts";

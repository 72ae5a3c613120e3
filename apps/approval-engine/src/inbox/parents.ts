// The values that resolvers get for types of the SDL, under the types' names.
export type { SubmittedBy } from "../runs/index.ts";
export type { InboxGroup } from "./inbox-groups.ts";
export type { WorkflowEvent } from "../shared/record-of.ts";
export type { ShownRevision as DocumentRevision } from "./run-documents.ts";
export type {
  ShownApproval as WorkflowApproval,
  TaskRecord as WorkflowTask,
  WorkflowTaskPage as WorkflowTaskPageResult,
  WorkflowTaskPage as WorkflowTaskSubmissionsPageResult,
} from "./task-page.ts";

// The values that resolvers get for types of the SDL, under the types' names.
export type { ApprovalThreshold } from "./records.ts";
export type { ApprovalThresholdPage as ApprovalThresholdPageResult } from "./threshold-read-model.ts";

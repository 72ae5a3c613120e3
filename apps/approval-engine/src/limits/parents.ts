// The values that resolvers get for types of the SDL, under the types' names.
export type { ApprovalLimitPage as ApprovalLimitPageResult } from "./limit-read-model.ts";
export type { ApprovalLimit } from "./records.ts";

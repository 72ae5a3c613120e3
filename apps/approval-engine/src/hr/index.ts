export { policyOfKind } from "./policy-content.ts";
export { recordsOfUsers } from "./resolution-records.ts";
export type { HrApprovalPolicy } from "./records.ts";

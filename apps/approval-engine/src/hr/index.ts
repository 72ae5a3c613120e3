export type { HrApprovalPolicy } from "./records.ts";

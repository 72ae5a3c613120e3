export type { HrApprovalPolicy } from "./records.ts";
export {
  type ApprovalPage,
  type HrApprovalPolicyPage,
  type HrReadModel,
  createHrReadModel,
} from "./hr-read-model.ts";
export { hrSchema } from "./hr-resolvers.ts";
export { createHrUseCases } from "./hr-use-cases.ts";
export { HR_INDEXES } from "./policies-repository.ts";

export {
  HR_APPROVAL_KINDS,
  HR_APPROVAL_ROLES,
  HR_APPROVAL_STATUSES,
  type HrApprovalKind,
  type PolicyLevel,
} from "./types.ts";
export type { LevelApprover } from "./types.ts";
export { type HrTaskKind, hrKindOf, hrStatusOf, isHrTaskKind, taskKindOf, taskStatusesOf } from "./kinds.ts";
export { DEFAULT_POLICIES, assertLevels } from "./policies.ts";
export { type ResolutionRecords, resolveStages } from "./resolve-stages.ts";

import { text } from "@countersign/texts";
import {
  type Id,
  NOBODY_KNOWN,
  type People,
  type SeatReason,
  type StageInput,
  hasLeft,
} from "../approval/index.ts";
import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import type { HrTaskKind } from "./kinds.ts";
import type { Department, Employee, HrApprovalPolicy, HrApprovalRole } from "./types.ts";

/** The records that give the roles of a policy. */
export interface ResolutionRecords {
  /** The employee whom the document is about. */
  employee: Employee;
  /** The employee's department, if there is one. */
  department?: Department | undefined;
  /** The employees of the company that `reportingTo` and `hrId` name, by id. */
  colleagues: ReadonlyMap<Id, Pick<Employee, "userId">>;
  /** The directory's records of those users; nobody who has left holds a role (contract-3, FIX-1). */
  people?: People | undefined;
}

/**
 * The stages of an HR document (specification: "HR approver resolution"): one for each level whose role somebody
 * holds who has not left, ascending, named by the role, with that one approver.
 *
 * @param policy - the company's policy of the document's kind
 * @throws DomainError `NOT_FOUND` without a policy or levels, `NO_APPROVERS_RESOLVED` when no level has an approver
 */
export function resolveStages(
  kind: HrTaskKind,
  policy: Pick<HrApprovalPolicy, "levels"> | undefined,
  records: ResolutionRecords,
): StageInput[] {
  if (policy === undefined || policy.levels.length === 0) {
    throw new DomainError("NOT_FOUND", text("policy.missing", { kind }), { field: "kind" });
  }
  const { people = NOBODY_KNOWN } = records;
  const stages = policy.levels
    .toSorted((left, right) => left.order - right.order)
    .flatMap(({ role, ...rule }): StageInput[] => {
      const approverId = holderOf(role, records);
      if (approverId === undefined || hasLeft(people, approverId)) return [];
      return [defined<StageInput>({ ...rule, name: role, approverIds: [approverId], reason: REASONS[role] })];
    });
  if (stages.length === 0) {
    throw new DomainError("NO_APPROVERS_RESOLVED", text("policy.nobodyResolved", { kind }), {
      field: "employeeId",
    });
  }
  return stages;
}

/** Why the holder of a role has a seat (contract-2, PPL-5). */
const REASONS: Readonly<Record<HrApprovalRole, SeatReason>> = {
  MANAGER: "MANAGER_OF",
  HEAD_OF_DEPARTMENT: "HEAD_OF",
  HR: "HR_OF",
};

/** The user who holds the role for the employee. */
function holderOf(
  role: HrApprovalRole,
  { employee, department, colleagues }: ResolutionRecords,
): Id | undefined {
  const userOf = (employeeId: Id | undefined) => employeeId && colleagues.get(employeeId)?.userId;
  switch (role) {
    case "MANAGER":
      return userOf(employee.reportingTo);
    case "HEAD_OF_DEPARTMENT":
      return department?.hodId;
    case "HR":
      return userOf(employee.hrId);
    default:
      return role satisfies never;
  }
}
